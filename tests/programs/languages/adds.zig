const std = @import("std");

pub fn main() !void {
    var text: [100]u8 = undefined;
    const size = try std.posix.read(0, &text);
    var numbers = std.mem.tokenizeAny(u8, text[0..size], " \n");
    var sum: i64 = 0;
    while (numbers.next()) |number| sum += try std.fmt.parseInt(i64, number, 10);
    const line = try std.fmt.bufPrint(&text, "{d}\n", .{sum});
    _ = std.os.linux.write(1, line.ptr, line.len);
}
