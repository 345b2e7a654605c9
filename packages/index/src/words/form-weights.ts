// Written by bench/train-form.ts: do not edit.

/** How a message leans that has none of these facts. */
export const LEANING_OF_ALL = 0.4

/** Facts of the form of a message by how far they make it lean: above 0 to talk, below 0 to tasks. */
export const FACTS_BY_WEIGHT: readonly (readonly [weight: number, facts: string])[] = [
  [1.8, 'talk'],
  [1.4, 'length-1'],
  [1.1, 'one 好'],
  [1, '不 你 就 都'],
  [0.9, '^_in 真'],
  [0.8, 'first team why 听 想 说'],
  [0.7, 'EVERYDAY_my do explain feel guy had i_RARE just or read 刚 句 吃 学 得 是 的_$ 这_样'],
  [
    0.6,
    'EVERYDAY_has ^_RARE_$ actu but buy if length-1-chinese lik lin long no noth ok old phon point that that_the they thought vs was what_the year you_EVERYDAY your 别 到_底 吗 哪_个 啥 当 样 玩 老',
  ],
  [
    0.5,
    'EVERYDAY EVERYDAY_of KNOWN_i ^_KNOWN_SMALL ^_does a_RARE about_EVERYDAY and anoth are_you bit day ever got is is_KNOWN job learn mean my_EVERYDAY nam never nobodi over peopl say so who without you 一_点 了_一 了_三 事 人 他 发_现 同_事 吧 好_$ 岁 师 心 思_$ 懂 我 才 有_点 没 肉 要 见 觉 讲',
  ],
  [
    0.4,
    'EVERYDAY_to SMALL_i SMALL_please ^_can ^_为_什 ^_为_什_么 ^_换 about_it an and_the back been best between cost do_EVERYDAY does_a doesn end from_NUMBER go hat how_EVERYDAY in_a is_that its law length-3 lif me_SMALL offic program quit rat same sent short string that_SMALL think used war was_the who_EVERYDAY 一_句 个_词 五 儿 再 冷 又 吗_$ 和 大 婚 底 形 我_一 手 拿 来 活 猫 疼 的_时 真_的 短 笑 等 西 词 话 适_合 钟 难',
  ],
  [
    0.3,
    '1 50 7 EVERYDAY_as EVERYDAY_at EVERYDAY_me EVERYDAY_or EVERYDAY_that EVERYDAY_would RARE_about RARE_have RARE_i RARE_if RARE_or SMALL SMALL_from SMALL_that SMALL_why USUAL_i USUAL_me USUAL_my ^_EVERYDAY_USUAL ^_are ^_how_EVERYDAY ^_i_USUAL ^_if ^_is ^_my_EVERYDAY_SMALL ^_so ^_what_a ^_what_would ^_为 ^_什 ^_什_么 ^_你 ^_昨 ^_那 a_EVERYDAY all_EVERYDAY an_USUAL any_EVERYDAY ask at at_NUMBER bug bullet car caus com customer did_you doe does does_it does_the don english even fact final form giv happi have_to i_EVERYDAY i_do if_i in_NUMBER in_this index is_a it_was just_SMALL key kid know machin me morning now own please_$ quest rain real said six sleep so_SMALL sound start still tab than there_$ thing this_EVERYDAY tim to_a too try was_EVERYDAY what_RARE would would_you you_RARE 上_有 上_的 不_要 世 世_界 东_西 个 个_$ 个_小 为_什 么 也 了_我 了_还 于 先 写_的 区 友 句_话 吧_$ 呢 呢_$ 喜 喜_欢 夜 太 头 子 家 小_时 就_是 己 影 很 怎 思 恋 意 意_思 感 感_觉 我_该 我_说 搬 是_我 有_多 朋_友 朝 来_的 欢 歌 死 比 狗 班 电_影 界 着 祝 穿 老_板 脚 自_己 让_我 话_$ 说_$ 过_$ 还 这_么 道 释 问 领 领_导 饭 首 高 鱼 黑',
  ],
  [
    0.2,
    '20 EVERYDAY_$ EVERYDAY_NUMBER EVERYDAY_SMALL EVERYDAY_and EVERYDAY_but EVERYDAY_for EVERYDAY_have EVERYDAY_it EVERYDAY_not EVERYDAY_on EVERYDAY_who KNOWN_at KNOWN_with RARE_but RARE_my RARE_on RARE_you RARE_和 SMALL_but SMALL_have SMALL_is SMALL_my SMALL_over SMALL_what SMALL_when SMALL_you ^_KNOWN_all ^_KNOWN_me ^_SMALL_RARE ^_SMALL_SMALL ^_SMALL_me ^_USUAL_USUAL ^_a ^_any ^_can_you ^_can_you_SMALL ^_could ^_does_EVERYDAY ^_how ^_how_SMALL_EVERYDAY ^_how_do ^_i_EVERYDAY_EVERYDAY ^_i_EVERYDAY_my ^_is_RARE ^_is_it_EVERYDAY ^_my_EVERYDAY ^_my_EVERYDAY_EVERYDAY ^_what_SMALL ^_what_do ^_what_the ^_what_the_RARE ^_what_your ^_why_did ^_一 ^_三 ^_不 ^_中 ^_写 ^_刚 ^_听 ^_股 ^_说 ^_高 a age always anyon apart are_EVERYDAY as_SMALL bad be_EVERYDAY boss call cam cas chess cold compani compar contract dad deal delet does_RARE dog driv effect error financ for_$ for_a found french git good hand he honest how_do i i_been i_had is_NUMBER is_USUAL is_this isn it_SMALL java just_EVERYDAY languag length-4 length-4-chinese less lol lost mad market me_EVERYDAY me_RARE me_in meant meet messag mor more norm not_EVERYDAY on_the only_SMALL or_EVERYDAY other password put rul sam should_i sid smell someon sourc stop support tell the_RARE the_same their thr tip to_EVERYDAY to_be to_me told too_SMALL view wait we_EVERYDAY we_SMALL wed well went what_SMALL what_do what_i what_your when_SMALL wher where which_USUAL which_is who_SMALL whol why_did wish with_RARE worth 一 一_次 不_$ 不_想 不_用 两_个 个_文 中 久 么_办 么_是 二 从 但 低 你_是 光 关_系 养 决 分_钟 刚_才 删 半 去 可 名_字 员 周_末 命 哈 哈_哈 哪_里 啊 啥_$ 喝 国 在_哪 外 天_天 失 女 她 始 婆 崩 差 市 干 序_员 急 情 我_家 我_想 截 换_个 放 星 是_一 晚_上 有 末 水 油 洗 点_$ 点_的 球 生 甲 白 的_是 着_$ 礼 答 算 系 经 经_理 绝 者 股_票 能 能_吃 行_$ 觉_得 解_释 认 让 该 语 谁 象 走 起 软 轻 还_是 适 遍 队 随 需_求 鸡 麻',
  ],
  [
    -0.2,
    '2 3 40 5 EVERYDAY_all EVERYDAY_every EVERYDAY_in EVERYDAY_is KNOWN_USUAL KNOWN_about KNOWN_is KNOWN_my KNOWN_this RARE_a RARE_are RARE_by RARE_do RARE_into RARE_the SMALL_SMALL SMALL_an SMALL_did SMALL_into SMALL_more SMALL_of SMALL_the SMALL_this USUAL_an USUAL_and USUAL_are USUAL_at USUAL_from USUAL_into USUAL_of USUAL_that USUAL_this ^_EVERYDAY_this ^_KNOWN_USUAL ^_RARE_RARE ^_RARE_USUAL ^_RARE_this ^_RARE_to ^_SMALL_KNOWN ^_SMALL_a ^_SMALL_i ^_SMALL_my ^_SMALL_the_USUAL ^_USUAL_KNOWN ^_USUAL_a_RARE ^_USUAL_an ^_USUAL_my ^_USUAL_the_EVERYDAY ^_can_you_USUAL ^_could_you ^_how_does ^_i_EVERYDAY ^_i_SMALL_a ^_i_SMALL_for ^_i_am ^_i_have_a ^_is_it_SMALL ^_let ^_no ^_the_RARE ^_the_USUAL ^_what_did ^_why_does ^_would_you ^_上 ^_今 ^_今_天 ^_孩 ^_孩_子 ^_微 ^_把_这 ^_查_一 ^_查_一_下 ^_电 ^_这_个 ^_通 ^_预 ^_预_订 about_RARE about_a access against all_the any_RARE around as at_the b be_SMALL below bill board build by can_EVERYDAY can_SMALL ci cof connect dat detail do_SMALL dock does_my doing domain down duplic featur fix flight fold for_EVERYDAY for_RARE from_RARE full gif going googl green guid half high how_does if_you imag in_EVERYDAY in_SMALL in_my in_the install interest interview into_a it_in landlord laptop length-2 local login mail map may me_with memori mind mov much music my_RARE my_USUAL of_EVERYDAY of_USUAL of_my of_this on_RARE option pdf perform pizza please_SMALL please_USUAL podcast postgr pr practic push receipt recent recommend releas rememb remind row scan schedul search seo should skill somewher spac speak split stat status structur subtitl summari target teach test thank the through to_KNOWN to_SMALL togeth tonight top uk under unread vari watch what_EVERYDAY what_USUAL what_did why_does with wordpress would_SMALL yesterday you_have 三 下_载 不_到 业 交 京 今_天 代 以_内 优 优_化 传 体 何 便 信 信_息 假 做 做_一 元 公_司 共 关 其 册 写_一 写_个 几 出 分_支 则 创 创_建 到 到_NUMBER 到_RARE 务_器 北 北_京 博 去_$ 品 哪_些 器_人 四 四_个 回 图_片 场 型 域 处 备_份 多 套 实 客_户 小_程 少_$ 州 工 广 应_该 弄 录_$ 性 总 总_结 息_$ 我_这 户 房 批 批_量 技_能 报_告 据 掉_$ 接 接_口 描 提_醒 整_理 文_章 方 日_历 早 显_示 晚 景 更 最_近 有_人 条 构 样_$ 流 测_试 海 深 源 满 然_后 版_本 状 理 用 用_户 由 百 的_USUAL 目 知 秒 程 窗 端 笔_记 第_三 签 组 续 网_页 署 翻_译 脚_本 自_动 节 要_$ 规 论 论_文 译 读 谱 负 账 货 费 跑 路 车 近_的 这_两 这_份 通_知 通_过 速 邮_件 部_署 醒 重 量 钱 附_件 集 顺 频_$ 题_$ 风',
  ],
  [
    -0.3,
    '0 EVERYDAY_can EVERYDAY_what KNOWN_to NUMBER_KNOWN NUMBER_RARE RARE_at RARE_can RARE_for RARE_this RARE_里 SMALL_as SMALL_for SMALL_on USUAL_KNOWN USUAL_about USUAL_it ^_KNOWN ^_SMALL_a_RARE ^_SMALL_me_the ^_SMALL_the ^_USUAL_EVERYDAY ^_USUAL_SMALL ^_are_there ^_are_there_any ^_did ^_has ^_i ^_i_SMALL ^_my ^_my_USUAL ^_this ^_what_are ^_帮 ^_帮_我 ^_我_想 ^_我_是 ^_服 ^_服_务 ^_服_务_器 ^_生 ^_给 ^_这 a_NUMBER about_the ai all are_there as_a attach branch busi clos contact could creat current customers dentist download draft drop event everi every fail for_KNOWN for_my gam generat hav have_$ have_any hom i_would idea in into_RARE is_my it_$ kill lat length-3-chinese link minut newslet night no_USUAL numb offer on_USUAL our_KNOWN photo popular project qual recip record red requir restart review second sign some_RARE spend spreadsheet stock strip such such_as that_RARE that_USUAL the_KNOWN the_USUAL this_KNOWN ticket tomorrow track use user way wear websit with_EVERYDAY you_could you_please 一_下 一_张 下_这 不_是 专 个_RARE 习 书 了_看 今 代_理 价 任 任_务 位 入 全 内 出_来 函 分_析 初 到_哪 到_期 功_能 务_$ 动 包 占 卡 历 变 口 台 境 声 字_幕 安_全 定 导 屏 币 幕 应_用 建 待 志 快 慢 成_一 我_$ 我_是 我_有 手_机 打_开 找 把_这 抓 掉 排 支 数 数_据 文_字 新 日_志 明 明_天 有_什 服_务 本 权 析 查_一 款 正 气 汇 没_有 法 清 灯 点 特 环 环_境 现_在 申 申_请 电_脑 画 登 监 监_控 码_$ 示 票 笔 约 给 群 草 行 记_录 误 请 课 超 转 载 过 这_段 进 那_个 配_置 错_误 附_近 降 限 需_要 预_订 题',
  ],
  [
    -0.4,
    'EVERYDAY_USUAL RARE SMALL_a SMALL_about SMALL_in USUAL_RARE USUAL_SMALL USUAL_a USUAL_on USUAL_to USUAL_with ^_EVERYDAY_the ^_EVERYDAY_to ^_KNOWN_the ^_RARE ^_RARE_the ^_USUAL_a ^_how_SMALL ^_what_USUAL ^_明 a_SMALL analyz and_RARE and_a any any_SMALL app are_SMALL are_the assist bedroom chart data did_i do_i does_USUAL for for_me from has_the have hi how_SMALL how_to inform is_EVERYDAY kitchen last latest length-5 main mani me_to month my my_KNOWN near next off our_EVERYDAY poss process product provid repli request sinc someth specific there_a to_USUAL to_the updat what_are 一_份 上 下_周 之 产 分 切 功 加 印 号 合_同 否 图_$ 复 它 审 客 密_码 封 并 库 店 所_有 技 按 控 搜 收 日 是_不 有_没 来_$ 标 案 照 照_片 爬 物 生_成 电 的 盘 箱 篇 类 能_$ 表 表_格 装 视 视_频 计 证 调 邮 闻 验',
  ],
  [
    -0.5,
    'KNOWN_KNOWN KNOWN_RARE KNOWN_of RARE_USUAL SMALL_it USUAL_EVERYDAY USUAL_NUMBER USUAL_for USUAL_in ^_is_there_a ^_我_的 ^_查 agent and_USUAL anyth avail calendar can column from_the invoic length-2-chinese list logo mak news nginx our queri result set some_SMALL suggest tabl thes these upload weath week which_SMALL you_SMALL 下_$ 不_上 么_时 么_样 会_议 修 做_个 启 备 存 导_出 少 度 我_上 打 扫 把 改 新_闻 是_什 是_哪 检 模 测 片 版 码 空 突 章 设 评 还_有 这 连 通 配 附 预',
  ],
  [
    -0.6,
    'RARE_EVERYDAY RARE_RARE SMALL_me ^_EVERYDAY_EVERYDAY ^_should ^_the add calls-out fil help in_RARE left light log need pag playlist shop som some this_RARE this_USUAL to up 务 周 器 多_少 天_气 密 应 录 成 报 格 段 率 线 近 音 频',
  ],
  [-0.7, 'KNOWN_the NUMBER RARE_KNOWN USUAL_$ could_you have_a into me_the on sit to_RARE 单 我_的 置 这_个'],
  [-0.8, 'USUAL check look out show 了_吗 份 帮 帮_我 张 提 文 网 议 记'],
  [-0.9, 'KNOWN USUAL_USUAL ^_把 can_you play pric 下 件 里'],
  [-1, 'x 图 查 订 页'],
  [-1.1, '^_USUAL run this'],
  [-1.2, '^_我 find 看_看'],
]
