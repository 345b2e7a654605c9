import { stemWord } from './stem-word.ts'

// Family, home, food, weather, time, feelings: what people talk about with anybody. Skills are about some of it too, so that these
// words count, but one of them alone does not say that a skill is wanted.
const EVERYDAY = new Set(
  `
  afternoon almost alone always angry animal anybody anymore anyone apple arm around aunt autumn baby back bad ball
  banana bath bathroom beach bear beautiful because bed bedroom beer before bigger bird birthday black blood blue
  boat body bored boring born bottle bowl boy bread breakfast bright brother brown busy bye cake cannot care cat
  certainly chair cheese chicken child children chocolate church cinema clothes cloud coat coffee cold color colour
  congratulations cook cool corner country couple cousin cow crazy cry cup cute dad dance dark daughter dead dear
  death definitely difference dinner dirty dog door doubt dragon dream dress drink drive drunk dry early earth eat
  egg elephant enough especially even evening everybody everyone eye face fall family famous far farm fat father
  favorite favourite fear feeling fight fine fish flat floor flower fly foot football forget forgot friday friend
  friendly fruit fun funny game garden ghost girl glass god gold goodbye grandfather grandmother grass green guy hair
  half hand happen happened happens happy hard hat hate head hear heard heart heavy holiday home honest honestly
  hopefully horse hot hour house hungry hurt husband ice imagine instead joke joking juice kid kids kill king kiss
  kitchen knife lady lake late lately laugh lazy leave leg legs less lie life light lion lonely long longer lost loud
  lovely luck lucky lunch mad man married mars mean meaning meat men milk million mind minute minutes miss mistake
  mix mom moment monday money month moon morning mother mountain mouth move moving mum music name neighbor neighbour
  night nobody none nose number obviously ocean often old opinion opposite orange ourselves paint parents park party
  past perfect pet pink planet play pleased pleasure poem poor present pretty price pronounce queen quiet rain rather
  ready real reason red remember restaurant rhyme rice ride river robot romantic room rude sad salt sandwich saturday
  scared school sea season seem sense serious seriously shame shark shirt shoe shoes shop short shower sick silly
  since sing sister sit sky sleep sleeping slow smell smile snow soap somebody sometimes somewhere son song soon
  space spider spoon spring stairs star stay stop story strange street strong stupid sudden sugar summer sun sunday
  suppose sweet swim swimming table tall tea teacher teeth terrible though thought thursday tired tomato tomorrow
  tonight tooth train tree true trust truth tuesday turn ugly umbrella uncle universe unless until usually walk war
  warm wash water weather wednesday week weekend weird whale white wife wild wind window wine winter wish woman women
  wonderful word words world worry worse worst wrong yellow yesterday young
  我们 你们 他们 今天 明天 昨天 现在 时候 关于 怎么样 喜欢 知道 认为 孩子 妈妈 爸爸 奶奶 爷爷 弟弟 哥哥 姐姐 妹妹 朋友 生日 晚上 早上 中午 下午 周末 周五 生命 世界 意义 音乐 电影 小说 故事 笑话
  唱歌 睡觉 吃饭 晚饭 早饭 牛奶 鸡蛋 水果 蓝色 红色 黄色 白色 黑色 绿色 颜色 天空 月亮 太阳 地球 火星 大象 衣服 外套 衬衫 天气 下雨 机器人 名字 礼物 钥匙 公园 邻居 地铁 火车 搬家 下个月 上个月 下周
  上周 今年 明年 去年 真的 一直 已经 一点 有点 非常 不错 好看 好吃 好玩 无聊 开心 难过 生气 高兴 有趣 意思 数字 哪里 哪个 多久 多远 多少 什么样 人们 大家 自己 游戏`
    .trim()
    .split(/\s+/)
    .map(stemWord),
)

/** What a word of everyday life counts. Measured, see docs/quality.md. */
export const EVERYDAY_WEIGHT = 0.4

/** True for a word of everyday life, in whatever form. */
export function isEveryday(word: string): boolean {
  return EVERYDAY.has(stemWord(word))
}
