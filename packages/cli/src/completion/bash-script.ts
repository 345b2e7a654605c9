import type { CommandNode } from './command-tree.ts'

/** The completion script for bash; where it knows nothing, bash offers files. */
export function bashScript(tree: readonly CommandNode[]): string {
  const values = tree.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ flags, choices }) => [flags.map((flag) => `'${path} ${flag}'`), choices] as const),
  )
  const knowing = values.filter(([, choices]) => choices.length > 0)
  const others = values.filter(([, choices]) => choices.length === 0).flatMap(([places]) => places)
  return `# Completion of skillwright for bash. Put it to use: source <(skillwright completion bash)
_skillwright() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} at='' words='' i
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$at \${COMP_WORDS[i]}" in
    ${verbPaths(tree)
      .map((path) => `'${path}'`)
      .join(' | ')}) at="$at \${COMP_WORDS[i]}" ;;
    esac
  done
  COMPREPLY=()
  case "$at $prev" in
${knowing.map(([places, choices]) => `  ${places.join(' | ')}) COMPREPLY=($(compgen -W '${choices.join(' ')}' -- "$cur")); return ;;`).join('\n')}
  ${others.join(' | ')}) return ;;
  esac
  case "$at" in
${tree.map(({ path, verbs, options, values: own }) => `  '${path}') if [[ $cur == -* ]]; then words='${options.flatMap(({ flags }) => flags).join(' ')}'; else words='${[...verbs.map(({ name }) => name), ...own].join(' ')}'; fi ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o bashdefault -o default -F _skillwright skillwright skw
`
}

/** The words that lead to each verb. */
export function verbPaths(tree: readonly CommandNode[]): readonly string[] {
  return tree.map(({ path }) => path).filter((path) => path !== '')
}
