# Completes `judge` in fish. To ~/.config/fish/config.fish: judge completion fish | source
function _judge
    set -l found (@ANSWER@ typed $_judge_table (commandline -opc) (commandline -ct) 2>/dev/null)
    set -l option (string replace -rf '^(--[^=]+=).*' '$1' -- (commandline -ct))
    set -l begun (string replace -r '^--[^=]+=' '' -- (commandline -ct))
    switch "$found[1]"
        case files
            __fish_complete_path $begun | string replace -r '^' -- "$option"
        case folders
            __fish_complete_directories $begun | string replace -r '^' -- "$option"
        case names
            string join \n -- $found[2..]
    end
end
set -g _judge_table @TABLE@
complete -c judge -f -a '(_judge)'
