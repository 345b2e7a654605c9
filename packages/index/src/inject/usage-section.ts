import type { Section } from './sections-of.ts'

// The titles of sections that say how a skill is used, the plainest first.
const TITLES: readonly RegExp[] = [
  /^(?:usage|how to use|using (?:this|the) skill|使用(?:方法|说明|方式|指南|教程|步骤|流程)?$|用法|如何使用|怎么用|调用方式)/i,
  /^(?:instructions?|workflow|process|procedure|steps?|execution|how it works|how$|what to do|commands?|core workflow|operating|工作流|(?:执行|操作|处理|核心|主要|使用)?(?:流程|步骤)|操作|执行|指令|命令|使用)/i,
  /^(?:quick ?start|getting started|quick usage|快速(?:开始|上手|使用|入门))/i,
]
const NAMED = 0

// What a section may be about instead, also where its title begins like one about usage: what is to be had before, paid, or kept to.
const ELSE =
  /install|set ?up|setup|pric(?:e|ing)|cost|billing|payment|subscri|quota|limit|polic|terms|licen[sc]e|copyright|credential|api keys?|authenti|prerequisite|requirement|dependenc|change ?log|version history|support us|donat|sponsor|about the author|安装|部署|定价|价格|费用|收费|计费|付费|套餐|配额|额度|限制|条款|许可|版权|密钥|凭证|授权|前提|前置|要求|依赖|更新日志|版本|场景|示例|打赏|作者/i

/** True for a section about getting the skill, paying for it or what it needs: neither what it does nor how it is used. */
export function isAboutElse({ title }: Section): boolean {
  return ELSE.test(title)
}

/** The section that says how the skill is used, and whether it is plainly called so; undefined when there is none. */
export function usageSection(
  headings: readonly Section[],
  overview: Section | undefined,
): { readonly section: Section; readonly isNamed: boolean } | undefined {
  const own = headings.filter(
    (section) =>
      (section.level > 1 || headings.length === 1) &&
      section.text !== '' &&
      section !== overview &&
      !overview?.text.includes(section.text) &&
      !isAboutElse(section),
  )
  for (const [rank, title] of TITLES.entries()) {
    const section = own.find((each) => title.test(each.title))
    if (section !== undefined) return { section, isNamed: rank === NAMED }
  }
  return undefined
}
