import { verbPaths } from './bash-script.ts'
import type { CommandNode, CompletedOption } from './command-tree.ts'

/** The completion script for fish, with a description of each verb and option. */
export function fishScript(tree: readonly CommandNode[]): string {
  return `# Completion of skillwright for fish. Put it to use: skillwright completion fish | source
function __skillwright_at
    set -l at ''
    set -l words (commandline -opc)
    for word in $words[2..]
        switch "$at $word"
            case ${verbPaths(tree).map(quoted).join(' ')}
                set at "$at $word"
        end
    end
    test "$at" = "$argv[1]"
end
${['skillwright', 'skw'].flatMap((program) => tree.flatMap((node) => nodeLines(program, node))).join('\n')}
`
}

function nodeLines(program: string, { path, verbs, options, values }: CommandNode): string[] {
  const start = `complete -c ${program} -n ${quoted(`__skillwright_at ${quoted(path)}`)}`
  return [
    ...verbs.map(({ name, summary }) => `${start} -f -a ${quoted(name)} -d ${quoted(summary)}`),
    ...(values.length > 0 ? [`${start} -f -a ${quoted(values.join(' '))}`] : []),
    ...options.map((option) => `${start} ${optionWords(option)}`),
  ]
}

function optionWords({ flags, description, takesValue, choices }: CompletedOption): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`))
  const value = choices.length > 0 ? [`-x -a ${quoted(choices.join(' '))}`] : takesValue ? ['-r'] : []
  return [...names, ...value, `-d ${quoted(description)}`].join(' ')
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
