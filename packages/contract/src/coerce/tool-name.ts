/** How the names of tools begin. */
const VERBS: ReadonlySet<string> = new Set(
  (
    'add analyze book buy calc calculate call cancel check compute convert create delete edit execute fetch find generate get insert ' +
    'invoke list lookup make modify open order play post predict query read remove reserve retrieve run schedule search send set solve ' +
    'start stop submit summarize translate update upload validate verify write'
  ).split(' '),
)
/** Actions with such a name are called by that of their skill, which is not known here. */
const GENERAL: ReadonlySet<string> = new Set('run execute invoke call main default process handle start'.split(' '))

/** True for a verb and what it is done to, as tools are called: `get_weather`, `findPages`. */
export function isToolName(name: string): boolean {
  const [first = '', ...others] = wordsOf(name)
  return others.length > 0 && VERBS.has(first)
}

/** True when a name is surely that of another tool: it has a word that the known ones lack, and lacks one of each. */
export function isOtherTool(name: string, tool: string | undefined, known: readonly string[]): boolean {
  const [own = '', ...others] = wordsOf(tool ?? '')
  if (own === '' || (others.length === 0 && GENERAL.has(own))) return false
  const called = name.split(/__|[./:]/).at(-1) ?? ''
  const words = new Set(wordsOf(called))
  return (
    isToolName(called) &&
    known.every((each) => {
      const theirs = new Set(wordsOf(each))
      return !words.isSubsetOf(theirs) && !theirs.isSubsetOf(words)
    })
  )
}

function wordsOf(name: string): readonly string[] {
  return name
    .split(/[\s_-]+|(?<=[a-z])(?=[A-Z])/)
    .map((word) => word.toLowerCase().replace(/s$/, ''))
    .filter((word) => word !== '')
}
