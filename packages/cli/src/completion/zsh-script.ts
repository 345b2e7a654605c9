import { verbPaths } from './bash-script.ts'
import type { CommandNode, CompletedOption } from './command-tree.ts'

/** The completion script for zsh, with a description of each verb and option. */
export function zshScript(tree: readonly CommandNode[]): string {
  return `#compdef skillwright skw
# Completion of skillwright for zsh. Put it to use: source <(skillwright completion zsh), after compinit
_skillwright() {
  local at='' i
  local -a verbs options
  for ((i = 2; i < CURRENT; i++)); do
    case "$at \${words[i]}" in
    (${verbPaths(tree).map(quoted).join(' | ')}) at="$at \${words[i]}" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
${tree.flatMap(({ path, options }) => options.flatMap((option) => valueCase(path, option))).join('\n')}
  esac
  case "$at" in
${tree.map(nodeCase).join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o option options
  elif (( \${#verbs} )); then
    _describe verb verbs
    return
  else
    _files
  fi
}
compdef _skillwright skillwright skw
`
}

function valueCase(path: string, { flags, takesValue, choices }: CompletedOption): string[] {
  if (!takesValue) return []
  const places = flags.map((flag) => quoted(`${path} ${flag}`)).join(' | ')
  return [`  (${places}) ${choices.length > 0 ? `compadd -- ${choices.join(' ')}` : '_files'}; return ;;`]
}

function nodeCase({ path, verbs, options, values }: CommandNode): string {
  const described = (name: string, text: string) => quoted(`${name.replaceAll(':', '\\:')}:${text}`)
  const words = [...verbs.map(({ name, summary }) => described(name, summary)), ...values.map(quoted)]
  const flags = options.flatMap((option) => option.flags.map((flag) => described(flag, option.description)))
  return `  (${quoted(path)}) verbs=(${words.join(' ')}); options=(${flags.join(' ')}) ;;`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
