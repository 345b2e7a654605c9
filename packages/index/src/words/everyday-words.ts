import { stemWord } from './stem-word.ts'

// Family, home, food, weather, time, feelings and the plain words of any story: what people talk about with anybody. Skills are about
// some of it too, so that these words count, but one of them alone does not say that a skill is wanted. Written by hand; of what
// related-words.ts names, only the most usual are here.
const EVERYDAY = new Set(
  `
  above accident across act actor afternoon ago agree ahead aircraft airplane alive almost alone although always
  amazing ancient angry animal ankle annoying anybody anymore anyone anywhere apple april argue arm army around arrive
  asleep ate attend august aunt autumn avoid awake away awful awkward baby back bad bag ball banana band bar basket
  bath bathroom battle beach bear beard beat beautiful became because become bed bedroom bee beer before begin behind
  bell belong below belt bench bend beneath besides between beyond bicycle bigger bike bird birthday bite black blind
  blood blow blue board boat body boil bone boot bored boring born boss bother bottle bottom bought bowl boy boyfriend
  brain brave bread breakfast bridge bright bring broke brother brought brown brush burn busy butter button buzz bye
  cake calm came camp candle candy cannot capital card care carry cash castle cat catch caught century certainly chair
  chance cheer cheese cherry chest chicken chief child childhood children chocolate chose christmas church cigarette
  cinema circle city clever climb close clothes cloud club coach coast coat coffee cold colleague college color colour
  comfort commute complain concert confuse congratulations cook cookie cool copper corner correct cough count country
  couple courage cousin cow crash crazy cream crime cross crowd cruel crush cry cup curtain curve cute cycle dad daily
  damn dance danger dare dark daughter dead dear death december deep deer definitely dentist deserve desk devil
  diamond die died difference dig dinner dinosaur dirty disappear disappoint disaster discuss distance divorce dog
  doll donkey door doubt down downstairs drag dragon dream dress drink drive drop drove drunk dry duck dust duty eagle
  ear early earn earth easter eat edge effort egg eight either elbow electric elephant embarrass empire empty end
  enemy engine enjoy enough enter era escape especially even evening everybody everyone everywhere evil excellent
  except excite excuse exhausted exist expert explode express extra extremely eye face fail faint fair fairy faith
  fake fall family famous far farm fat father fault favorite favourite fear feather february feed feeling fell felt
  fence fever field fifty fight final fine finger finish fire fish fit five flag flame flat flavor float flood floor
  flour flower flu fly foggy folk follow fond fool foot football forever forget forgive forgot fork forty found four
  fox free freedom freeze fresh friday fridge friend friendly frog front frozen fruit frustrated fun funny furniture
  future gain game garden gate gave gentle ghost giant girl girlfriend glass glove goal goat god goes gold gone
  goodbye goose got grade graduate grandfather grandmother grape grass greatest green grew grow guest guilty guitar
  gun guy habit hair haircut half hall hammer hand handsome hang happen happened happens happy harbor hard harm hat
  hate head hear heard heart heavy height held hell hero hide highway hill history hit hobby hold hole holiday home
  homework honest honestly honey honor hopefully horrible horse hot hour house huge hundred hungry hunt hurry hurt
  husband ice idiot ill illness imagine immediately impossible inch insect inside instead intelligent invent island
  jacket jail january jar jealous jeans join joke joking joy judge juice july jump june jungle kettle kick kid kids
  kill king kiss kitchen kitten knee knew knife knight knock lady lake lamb lamp land landlord laptop late lately
  laugh laundry lawn lay lazy leader leaf lean leap leather leave left leg legs lemon lend less library lid lie life
  lift light lion lip listen live lonely long longer lord lose loss lost loud lovely low luck lucky lunch lung mad
  magic maid male mall man manager marathon march marriage married mars mask master matter mayor mean meaning meat
  melt men mess met middle mile milk million mind minute minutes mirror miserable miss mistake mix mom moment monday
  money month moon moral morning mosquito mother motivation mountain mouse mouth move moving mud mum muscle museum
  mushroom music mystery nail naked name narrow nation native nature naughty near neat neck needle neighbor neighbour
  neither nephew nerve nest nickname niece night nine nobody noise noisy none nonsense noon normal north nose notice
  november nowhere number nut obviously occur ocean october odd off offend often old older olive onion opera opinion
  opposite orange ordinary otherwise ought ourselves outdoors outside oven overrated owl owner ox pain paint pair
  palace pale palm pan pants parade parents park part partner party pass passenger past path patience peace peach pear
  pen penny pepper perfect pet piano picnic pie piece pig pile pill pilot pink pipe pirate pity pizza planet plate
  play pleasant pleased pleasure plenty pocket poem poet poison polite politics poor population potato pound pour
  power practically praise pray present president pretend pretty price pride priest prince princess prison prize
  promise pronounce proud prove pumpkin punch punish puppy pure push queen quiet quit rabbit race radio rain rainbow
  raise rare rather reach ready real reason red referee refuse regret relationship relax religion remember remote
  reply respect restaurant rhyme rice rich ride ring rise river road roast rob robot rock romantic roof room root rope
  rose rough round row royal rub rude ruin rule run rush sad sail salad salary salt sand sandwich sang saturday
  sausage save scared scary school science scientist scissors scream sea season seat seek seem seldom selfish sell
  sense sentence september serious seriously seven shade shadow shake shame shape shark sharp shave sheep shelf shell
  shine ship shirt shoe shoes shoot shop shore short shoulder shout shower shut shy sick side sigh sign silence silent
  silk silly silver since sing sink sir sister sit six size skin skirt sky slave sleep sleeping slept slice slip slow
  smell smile smoke smooth snake snow soap sock sofa soft soil soldier somebody somehow sometimes somewhere son song
  soon soul soup sour south space spaghetti speak special spend spicy spider spirit spoil spoon spread spring square
  stadium stairs stamp stand star stay steak steal steel stick stomach stone stood stop storm story strange straw
  strawberry street strength strict string strong struggle stuck stupid succeed sudden suffer sugar suit summer sun
  sunday sunny supermarket supper suppose surgery surprise survive swear sweat sweet swim swimming swing sword
  sympathy table tail tall taste taught taxi tea teacher tear tease teenager teeth telephone television ten tend
  tennis tent terrible terrific theater theatre thick thief thin third thirsty thirty though thought thousand thread
  throat throw thumb thunder thursday ticket tie tiger tight till tiny tip tired toast toe toilet tomato tomorrow
  tongue tonight took tooth topic toss touch tough toward towel tower town toy traffic train treasure treat tree trick
  trouble trousers truck true trust truth tuesday turkey turn turtle twelve twenty twice twin ugly umbrella uncle
  uncomfortable underneath unfair unhappy uniform universe unless unlike until upset upstairs usually valley vegetable
  victim village violin virus vote wage waist wake walk wall wander war warm warn wash waste watch water wave weak
  wealth wear weather wedding wednesday week weekend weigh weird went west wet whale wheat wheel whenever wherever
  whether whisper whistle white wife wild wind window wine wing winter wise wish witch wolf woman women wonderful wood
  wool word words world worm worry worse worst worth wound wrap wrong yard yell yellow yesterday young youth zoo
  我们 你们 他们 今天 明天 昨天 现在 时候 关于 怎么样 喜欢 知道 认为 孩子 妈妈 爸爸 奶奶 爷爷 弟弟 哥哥 姐姐 妹妹 朋友 生日 晚上 早上 中午
  下午 周末 周五 生命 世界 意义 音乐 电影 小说 故事 笑话 唱歌 睡觉 吃饭 晚饭 早饭 牛奶 鸡蛋 水果 蓝色 红色 黄色 白色 黑色 绿色 颜色 天空 月亮
  太阳 地球 火星 大象 衣服 外套 衬衫 天气 下雨 机器人 名字 礼物 钥匙 公园 邻居 地铁 火车 搬家 下个月 上个月 下周 上周 今年 明年 去年 真的 一直
  已经 一点 有点 非常 不错 好看 好吃 好玩 无聊 开心 难过 生气 高兴 有趣 意思 数字 哪里 哪个 多久 多远 多少 什么样 人们 大家 自己 游戏 第一天
  最后一天 公司 老板 领导 同事 儿子 女儿 父母 老公 老婆 男朋友 女朋友 家人 亲戚 同学 老师 学生 学校 上学 毕业 考试 专业 工作 上班 下班 加班
  加薪 工资 辞职 生活 人生 国家 首都 城市 历史 战争 和平 总统 皇帝 世纪 人类 身体 骨头 心情 感觉 感冒 发烧 生病 医院 睡着 失眠 做梦 起床 早起
  喝酒 抽烟 戒烟 跑步 爬山 爬楼梯 游泳 比赛 足球 篮球 冠军 裁判 半夜 星期 小时 分钟 两个 三个 一只 一条 一起 一样 一般 一定 一生 以前 以后
  后来 最后 最近 刚才 终于 总是 老是 从来 可能 应该 必须 不会 会不会 是不是 好不好 不好 不行 不对 不同 区别 还是 或许 也许 其实 当然 突然 居然
  真是 特别 太太 讨厌 害怕 紧张 孤单 骄傲 难受 感动 震撼 热闹 安静 奇怪 正常 礼貌 客气 道歉 安慰 相信 希望 记得 忘记 明白 离开 回来 回去 回家
  出来 出去 进来 过来 过去 起来 看见 看到 听到 听说 遇到 发现 发生 爆发 发明 存在 消失 出现 变成 变红 成为 火锅 烧烤 咖啡 牛肉 羊肉 米饭 面条
  蛋糕 蔬菜 番茄 苹果 西瓜 香蕉 好喝 做饭 旅行 旅游 酒店 机场 航班 飞机 汽车 电动车 自行车 公交 堵车 出差 搬到 装修 房子 房间 厨房 窗户 桌子
  椅子 洗衣机 手机 电视 跳舞 成语 诗歌 词语 语言 说话 一句 句话 意见 功劳 聚会 结婚 离婚 分手 吵架 怀孕 出生 去世 宠物 小狗 小猫 动物 植物
  树叶 花园 海水 河流 极光 春天 夏天 秋天 冬天 下雪 刮风 天气预报 温度 冷静 炎热 物价 便宜 贵了 花钱 有钱 运气 缘分 外星人 鬼故事 冷知识
  小朋友 大人 男人 女人 老人 年轻人 人家 别人
  adult afraid after against alike along among anger anyhow apparently aside assume aware badly behave bunch claim
  clue crucial curse decent degree depend despise despite dislike distant during eager eventually everyday evidently
  expect extent familiar fancy fellow fewer figure forth frankly genuinely glance gonna gotta gradually grandma
  grandpa greet gross hence hilarious ideal imaginary incredible indeed inner intend known lack largely least
  literally loads loose meanwhile merely moreover mutual nevertheless newly nightmare nope occasionally oldest out
  passionate plain plural precisely presumably previously purpose reckon remain roommate seen separate sheer shock
  similar sincerely slightly so-called sole someday somewhat spoken subtle taken tempting terribly therefore
  thoroughly throughout thus tons totally truly typically ultimately unbelievable undoubtedly unexpected unfortunately
  unusual upon useless utterly vague virtually whatever whatsoever whereas whichever while whoever wisdom worthwhile
  youngest
  如果 但是 因为 所以 虽然 而且 不过 只是 只要 只有 除了 无论 不管 即使 尽管 于是 然后 接着 首先 其次 否则 要是 要不 要不要 不然 反正 毕竟 究竟
  到底 难道 何必 何况 似乎 好像 仿佛 大概 大约 差不多 几乎 简直 根本 完全 绝对 确实 的确 实在 真正 显然 明显 果然 竟然 偏偏 恰好 正好 刚好 刚刚
  刚刚才 马上 立刻 忽然 渐渐 逐渐 慢慢 赶紧 赶快 始终 永远 经常 常常 往往 偶尔 有时 有时候 平时 平常 曾经 从前 将来 未来 目前 当时 那时 那时候
  小时候 第一次 上次 下次 每次 每天 每年 每人 每个 每个人 有人 没人 没有 有没有 有些 那个 那些 那么 那样 那里 那边 这么 这样 这里 这边 这些 其他
  其它 另外 一切 一种 一个人 个人 本人 对方 双方 彼此 互相 相互 自从 为了 由于 根据 按照 对于 至于 比如 例如 甚至 尤其 尤其是 反而 并不 并非 不是
  不用 不要 不能 不敢 不想 不肯 不懂 不够 不必 不一样 不如 不料 不得不 忍不住 舍不得 做不到 来不及 受不了 想不到 没想到 看不懂 听不懂 怎样 怎么办
  怎么回事 为何 哪些 哪儿 那儿 这儿 哪本 哪种 什么时候 事情 东西 地方 样子 方面 部分 原因 结果 道理 看法 想法 心里 心理 脑子 感情 爱情 友情 亲情
  幸福 快乐 痛苦 悲伤 伤心 失望 失落 后悔 羡慕 嫉妒 孤独 寂寞 压力 焦虑 烦恼 烦躁 尴尬 害羞 激动 兴奋 担心 放心 小心 耐心 关心 用心 认真 努力 坚持
  放弃 拒绝 接受 承认 否认 同意 反对 原谅 感谢 感激 佩服 尊重 理解 误会 误解 认识 熟悉 陌生 了解 懂得 以为 感到 想起 想到 想念 怀念 舒服 漂亮 帅气
  可爱 聪明 愚蠢 善良 勇敢 懒惰 勤奋 诚实 说谎 撒谎 骗人 吹牛 抱怨 批评 表扬 夸奖 鼓励 嘲笑 欺负 打架 打扰 麻烦 帮忙 陪伴 见面 约会 恋爱 暗恋 表白
  爱人 丈夫 妻子 婆婆 岳母 舅舅 叔叔 阿姨 姑姑 室友 闺蜜 兄弟 姐妹 父亲 母亲 家里 家庭 家乡 老家 童年 青春 年龄 岁数 年轻 衰老 死亡 灵魂 命运 自由
  梦想 理想 人性 良心 秘密 谎言 真相 真理 信仰 上帝 菩萨 神仙 鬼怪 传说 神话 古代 古人 皇上 唐朝 宋朝 明朝 清朝 春节 中秋 端午 元旦 国庆 粽子 月饼
  饺子 包子 馒头 豆腐 鸡肉 猪肉 海鲜 零食 糖果 巧克力 冰淇淋 啤酒 白酒 口味 味道 香味 酸甜 辣椒 减肥 身高 体重 头发 眼睛 鼻子 耳朵 嘴巴 牙齿 肚子
  手指 膝盖 皮肤 流汗 出汗 打喷嚏 咳嗽 头疼 牙疼 疲劳 疲惫 休息 熬夜 打瞌睡 散步 逛街 聊天 玩笑 口气 语气 两句 几句 两次 三次 一会儿 一下子 一阵子
  半年 几年 十几年 多年 最好 最多 最少 最喜欢 最讨厌 更加 比较 稍微 过于 极其 十分 相当 挺好 还好 还行 可惜 可怜 可怕 值得 合适 正经 简单 容易
  困难 复杂 奇妙 神奇 普通 平凡 伟大 渺小`
    .trim()
    .split(/\s+/)
    .map(stemWord),
)

/** What a word of everyday life counts. Measured, see docs/quality.md. */
export const EVERYDAY_WEIGHT = 0.3

/** True for a word of everyday life, in whatever form. */
export function isEveryday(word: string): boolean {
  return EVERYDAY.has(stemWord(word))
}
