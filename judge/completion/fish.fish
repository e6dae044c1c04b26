# Completes `judge` in fish. To ~/.config/fish/config.fish: judge completion fish | source
function _judge
    set -l found (@ANSWER@ typed $_judge_table (commandline -opc) (commandline -ct) 2>/dev/null)
    switch "$found[1]"
        case files
            __fish_complete_path (commandline -ct)
        case folders
            __fish_complete_directories (commandline -ct)
        case names
            printf '%s\n' $found[2..]
    end
end
set -g _judge_table @TABLE@
complete -c judge -f -a '(_judge)'
