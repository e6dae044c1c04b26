#compdef judge
# Completes `judge` in zsh. To ~/.zshrc, after compinit: eval "$(judge completion zsh)"
_judge() {
    local -a found
    found=("${(@f)$(@ANSWER@ words "$_judge_table" "${(@Q)words[1,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
    case $found[1] in
        files) compset -P '--*='; _files ;;
        folders) compset -P '--*='; _files -/ ;;
        names)
            shift found
            if [[ $found[1] == *$'\t'* ]]; then
                found=("${(@)found//:/\\:}")
                found=("${(@)found/$'\t'/:}")
                _describe judge found
            elif (( $#found )); then
                compadd -- "${found[@]}"
            fi ;;
    esac
}
_judge_table=@TABLE@
compdef _judge judge
