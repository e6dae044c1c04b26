# Completes `judge` in bash. To ~/.bashrc: eval "$(judge completion bash)"
_judge() {
    local kind
    {
        read -r kind
        mapfile -t COMPREPLY
    } < <(@ANSWER@ line "$_judge_table" "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
    case $kind in
        files) compopt -o default ;;
        folders) compopt -o dirnames ;;
    esac
}
_judge_table=@TABLE@
complete -F _judge judge
