const std = @import("std");
const linux = std.os.linux;

pub fn main() !void {
    var text: [100]u8 = undefined;
    const given = linux.open("input.txt", .{}, 0);
    const size = linux.read(@intCast(given), &text, text.len);
    var numbers = std.mem.tokenizeAny(u8, text[0..size], " \n");
    var sum: i64 = 0;
    while (numbers.next()) |number| sum += try std.fmt.parseInt(i64, number, 10);
    const line = try std.fmt.bufPrint(&text, "{d}\n", .{sum});
    const taken = linux.open("output.txt", .{ .ACCMODE = .WRONLY, .CREAT = true, .TRUNC = true }, 0o644);
    _ = linux.write(@intCast(taken), line.ptr, line.len);
}
