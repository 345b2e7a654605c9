/** What sentences of one language are made of. */
export interface Language {
  /** The words that tell one skill from another: neither the commonest nor the rarest. */
  readonly topics: readonly string[]
  /** What stands before the sentence that says when to use a skill. */
  readonly use: string
  readonly headings: { readonly overview: string; readonly when: string; readonly not: string; readonly usage: string }
  /** Made-up paragraphs with their size in bytes. */
  readonly paragraphs: readonly { readonly text: string; readonly bytes: number }[]
  /** A sentence of common words around one or two of the topic. */
  sentence(random: () => number, topic: readonly string[]): string
}

/** Numbers from 0 to 1 that are the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = (seed + 1) * 2_654_435_761
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One of some things. */
export function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('There is nothing to pick from')
  return item
}

// Written for this file: what skills are usually about, in both languages.
const ENGLISH_HEAD =
  'the a to of and for in with is when use user this file from data on by it or an as that not are each into code run text report search page list create read write test check build email note log table name time set list team plan project image summary document web query api update git deploy review issue error find chart price news meeting task video audio translate calendar invoice customer budget contract database schema server cloud security model prompt token agent tool skill script folder format export import convert merge split sort filter clean compare measure monitor alert schedule remind book travel weather map recipe health fitness music photo design slide spreadsheet formula currency tax payroll resume job interview lesson quiz grade paper citation figure theorem proof graph network packet domain password key secret backup restore archive compress encrypt sign verify release version branch commit merge patch debug profile trace metric dashboard incident ticket sprint roadmap feedback survey brand logo post tweet blog article newsletter podcast transcript caption subtitle speech voice sound'
const CHINESE_HEAD =
  '的 在 和 使用 用户 当 需要 可以 文件 数据 生成 一个 进行 支持 自动 分析 代码 内容 信息 查询 工具 项目 报告 搜索 处理 检查 创建 管理 文档 测试 运行 结果 格式 配置 任务 系统 更新 总结 新闻 会议 翻译 图片 视频 音频 邮件 日历 表格 图表 价格 股票 天气 地图 旅行 预订 健康 食谱 音乐 照片 设计 幻灯片 公式 汇率 税务 简历 面试 课程 试题 论文 引用 数据库 服务器 云端 安全 模型 提示词 智能体 技能 脚本 目录 导出 导入 转换 合并 拆分 排序 过滤 清洗 比较 监控 告警 定时 提醒 合同 发票 客户 预算 网络 域名 密码 密钥 备份 恢复 压缩 加密 签名 验证 发布 版本 分支 提交 补丁 调试 性能 指标 看板 故障 工单 迭代 反馈 问卷 品牌 文章 博客 播客 字幕 语音'
const SYLLABLES =
  'ba co di fu ga he in ja ka lo mi no pra que ro sta ti ul va we xi yo zen tor mar lin ser con dex plo gra cal ver'.split(
    ' ',
  )
const CHARACTERS =
  '数据文件网络系统信息管理分析工程开发设计测试运行服务平台用户客户市场产品价格报告研究学习教育健康医疗金融投资法律合同新闻媒体图像视频音乐语言翻译写作阅读搜索推荐安全加密监控优化部署配置接口协议模型训练'

const OPTIONS = ['verbose', 'output=report.md', 'input data.csv', 'dry-run', 'force']
const TAIL = { latin: 20_000, chinese: 8_000 }

/** English skills: a few hundred real words, then a long tail of made-up ones. */
export const LATIN: Language = language({
  words: [
    ...new Set(ENGLISH_HEAD.split(' ')),
    ...tail(TAIL.latin, (random) => `${pick(SYLLABLES, random)}${pick(SYLLABLES, random)}${pick(SYLLABLES, random)}`),
  ],
  between: ' ',
  stop: '.',
  use: 'Use when ',
  headings: { overview: 'Overview', when: 'When to use', not: 'When not to use', usage: 'Usage' },
})

/** Chinese skills, with no spaces between the words. */
export const CHINESE: Language = language({
  words: [
    ...new Set(CHINESE_HEAD.split(' ')),
    ...tail(TAIL.chinese, (random) => pick([...CHARACTERS], random) + pick([...CHARACTERS], random)),
  ],
  between: '',
  stop: '。',
  use: '当用户需要时使用：',
  headings: { overview: '概述', when: '何时使用', not: '不适用场景', usage: '使用方法' },
})

interface Vocabulary extends Pick<Language, 'use' | 'headings'> {
  /** Commonest first. */
  readonly words: readonly string[]
  readonly between: string
  readonly stop: string
}

function language({ words, between, stop, use, headings }: Vocabulary): Language {
  const word = zipf(words)
  const sentence: Language['sentence'] = (random, topic) => {
    const said = Array.from({ length: 8 + Math.floor(random() * 12) }, () => word(random))
    for (let i = 0; i < 2; i++) said[Math.floor(random() * said.length)] = pick(topic, random)
    return said.join(between) + stop
  }
  const topics = words.slice(20, 2_000)
  const random = seeded(words.length)
  const paragraphs = Array.from({ length: 400 }, () => {
    const lines = Array.from({ length: 6 }, () => sentence(random, [pick(topics, random)]))
    const text = `## ${pick(topics, random)}\n\n${lines.join('\n')}\n\n\`\`\`bash\nrun --${pick(OPTIONS, random)}\n\`\`\`\n`
    return { text, bytes: Buffer.byteLength(text) }
  })
  return { topics, use, headings, paragraphs, sentence }
}

/** A word by Zipf's law: the commonest comes far more often than the next. */
function zipf(words: readonly string[]): (random: () => number) => string {
  const weights = words.map((_, rank) => 1 / (rank + 2.7) ** 1.07)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  // A table of equal shares makes each draw one look-up.
  const shares = words.flatMap((word, rank) =>
    Array<string>(Math.ceil(((weights[rank] ?? 0) / total) * 200_000)).fill(word),
  )
  return (random) => pick(shares, random)
}

function tail(count: number, make: (random: () => number) => string): string[] {
  const random = seeded(count)
  return Array.from({ length: count }, () => make(random))
}
