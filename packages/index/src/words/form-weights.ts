// Written by bench/train-form.ts: do not edit.

/** How a message leans that has none of these facts. */
export const LEANING_OF_ALL = 0.5

/** Facts of the form of a message by how far they make it lean: above 0 to talk, below 0 to tasks. */
export const FACTS_BY_WEIGHT: readonly (readonly [weight: number, facts: string])[] = [
  [1.9, 'talk'],
  [1.4, 'length-1'],
  [1, 'one 好'],
  [0.9, '你 就 都'],
  [0.8, '^_in do team was why 不 真 说'],
  [0.7, '^_RARE_$ explain feel first had i_RARE just length-1-chinese lin or read that 吃 得 想 是 的_$'],
  [
    0.6,
    'EVERYDAY_has EVERYDAY_my ^_does but buy got guy if noth ok peopl phon point so still that_the thought vs what_the year you_EVERYDAY your 一_点 刚 别 句 听 哪_个 啥 学 没 玩 老 讲',
  ],
  [
    0.5,
    'EVERYDAY EVERYDAY_of EVERYDAY_to KNOWN_i ^_KNOWN_SMALL a_RARE actu and anoth are_you day ever is is_KNOWN job learn lik long nam never no nobodi old over say short they who without 了_一 了_三 儿 到_底 同_事 吧 好_$ 师 心 懂 才 样 着 笑 见 觉 还 这_样',
  ],
  [
    0.4,
    'EVERYDAY_$ EVERYDAY_at SMALL_i SMALL_please USUAL_me ^_are ^_do ^_is ^_which_EVERYDAY ^_换 about_EVERYDAY an an_USUAL and_the best between bit bug cost do_EVERYDAY doesn from_NUMBER go hat how_EVERYDAY i_EVERYDAY in_a is_that its law length-3 machin me_SMALL mean my_EVERYDAY program quit rat sent string think thr war who_EVERYDAY you 一_句 么 也 人 再 又 发_现 名_字 吗 和 哪 大 婚 家 岁 当 形 思_$ 我 我_一 手 拿 星 有_点 次 猫 真_的 等 肉 西 要 词 话 释',
  ],
  [
    0.3,
    '1 50 7 EVERYDAY_SMALL EVERYDAY_as EVERYDAY_me EVERYDAY_or EVERYDAY_that EVERYDAY_would RARE_about RARE_if RARE_or SMALL SMALL_from SMALL_is SMALL_that SMALL_why USUAL_i USUAL_my ^_EVERYDAY_USUAL ^_SMALL_RARE ^_USUAL_USUAL ^_any ^_can ^_how_EVERYDAY ^_i_USUAL ^_if ^_my_EVERYDAY_SMALL ^_so ^_what_a ^_when ^_which ^_为 ^_为_什 ^_为_什_么 ^_什 ^_什_么 ^_你 a_EVERYDAY about_it all_EVERYDAY any_EVERYDAY at at_NUMBER back been bullet car caus chat contract customer dad doe does does_a does_it don end english even fact form giv happi if_i in_NUMBER in_this index is_a it_was just_SMALL key kid lif me morning offic own password rain said sam same sound start tab than that_SMALL the_RARE there_$ thing tim to_a to_me too try used was_EVERYDAY was_the which_EVERYDAY would would_you you_RARE 上_的 不_要 东_西 个 个_$ 个_小 个_词 久 事 于 五 他 冷 句_话 吗_$ 吧_$ 员 周_末 喜 喜_欢 夜 头 小_时 就_是 底 影 怎 恋 感_觉 搬 是_我 有 有_多 期 末 来 歌 水 油 活 点_$ 狗 疼 的_是 着_$ 短 祝 第 脚 行_$ 让_我 话_$ 说_$ 跟 适_合 钟 领 领_导 首 高 鱼',
  ],
  [
    0.2,
    'EVERYDAY_NUMBER EVERYDAY_and EVERYDAY_are EVERYDAY_but EVERYDAY_it KNOWN_at RARE_but RARE_have RARE_i RARE_my RARE_on RARE_you RARE_和 SMALL_but SMALL_over USUAL_as ^_KNOWN_all ^_SMALL_SMALL ^_a ^_can_you ^_can_you_SMALL ^_how ^_i_EVERYDAY_EVERYDAY ^_i_EVERYDAY_my ^_is_RARE ^_my_EVERYDAY ^_my_EVERYDAY_EVERYDAY ^_what_SMALL ^_what_do ^_what_the ^_what_the_RARE ^_what_was ^_what_would ^_what_your ^_why_did ^_三 ^_不 ^_中 ^_刚 ^_听 ^_好 ^_怎 ^_昨 ^_股 ^_说 ^_那 a about again always anyon apart are_EVERYDAY as_SMALL ask at_SMALL be_EVERYDAY boss call cas chess com compar deal delet did did_you does_RARE does_the dog don_SMALL driv effect error final financ for_$ for_a for_the found french git hand have_EVERYDAY he honest i i_been i_had is_USUAL isn it_SMALL java just_EVERYDAY keep know languag length-4 less lol lost mad me_$ me_EVERYDAY me_RARE me_in meant meet messag mor more norm not_EVERYDAY now of_NUMBER on_$ on_EVERYDAY only_SMALL or_EVERYDAY other our_RARE please_$ put quest real should_i sid six sleep smell so_SMALL someon sourc support tell the_same ther there tip to_be told too_SMALL train wait well went what_RARE what_do what_was what_your when which_USUAL which_is who_SMALL whol why_did wish with_RARE 一_个 一_次 上_有 不_$ 不_想 不_用 世 世_界 两_个 个_文 中 为_什 么_是 了_我 了_还 人_$ 什 什_么 从 低 你_会 候 先 光 关_系 写_的 决 几 分_钟 办 区 半 去 友 呢 呢_$ 哈 哈_哈 啊 啥_$ 喝 国 在_哪 外 天 天_天 太 女 她 始 婆 子 完 崩 己 市 干 序_员 开 很 情 意 意_思 感 我_家 把_我 时_候 是_一 是_这 朋_友 朝 欢 死 比 洗 点_的 班 球 甲 界 白 的_时 的_那 睡 礼 穿 答 系 经 绝 老_板 者 股_票 能_不 能_吃 自_己 蛋 觉_得 解 解_释 语 谢 象 走 起 跟_我 软 轻 过_$ 选 遍 道 那 问 队 难 饭 鸡 麻 黑',
  ],
  [
    -0.2,
    '2 3 40 5 EVERYDAY_KNOWN EVERYDAY_all EVERYDAY_every EVERYDAY_in EVERYDAY_this EVERYDAY_when KNOWN_USUAL KNOWN_is KNOWN_my KNOWN_this KNOWN_to NUMBER_EVERYDAY RARE_a RARE_are RARE_by RARE_in RARE_into RARE_is RARE_the RARE_this SMALL_RARE SMALL_an SMALL_did SMALL_for SMALL_into SMALL_more SMALL_this USUAL_KNOWN USUAL_an USUAL_and USUAL_at USUAL_from USUAL_of USUAL_that USUAL_this ^_KNOWN_USUAL ^_RARE_KNOWN ^_RARE_RARE ^_RARE_USUAL ^_RARE_me ^_RARE_this ^_SMALL_KNOWN ^_SMALL_a ^_SMALL_i ^_SMALL_my ^_SMALL_the_USUAL ^_USUAL_KNOWN ^_USUAL_a_RARE ^_USUAL_an ^_USUAL_my ^_USUAL_the ^_USUAL_the_EVERYDAY ^_can_you_USUAL ^_could_you ^_i_EVERYDAY ^_i_SMALL_a ^_i_SMALL_for ^_i_am ^_i_have_a ^_is_it_SMALL ^_let ^_no ^_what_did ^_what_is ^_would_you ^_上 ^_今 ^_微 ^_明 ^_明_天 ^_查_一 ^_查_一_下 ^_电 ^_这_个 ^_预 ^_预_订 about_RARE about_a access against ai are_the around asks aws b be_SMALL below bet build by c can_EVERYDAY can_SMALL chinese ci customers dat detail did_i doing domain down duplic excel featur fold for_EVERYDAY for_USUAL from_KNOWN from_RARE full gif going googl guid half has_the high hous how_does i_USUAL if_you imag in_EVERYDAY in_SMALL in_my in_the install interest interview is_RARE it_in kitchen landlord laptop local login los map may me_with memori mind much music my_USUAL numb of_my of_this option pdf perform photo pizza plan please_SMALL please_USUAL pls podcast postgr practic push receipt recent recip recommend releas rememb remind right row scan schedul search should skill spac speak split status structur subtitl summari target teach test thank through to_KNOWN to_SMALL today togeth tomorrow top turn uk watch what_EVERYDAY what_USUAL when_i why_does with wordpress would_SMALL yesterday you_have 三_年 上_个 上_海 下_载 不_到 么_意 些 交 京 人_的 付 代 价 优 优_化 体 何 信 信_息 做 做_一 公_司 共 关 其 写_一 写_个 分_析 列 创 创_建 到_NUMBER 到_RARE 务_器 包 北 北_京 博 卡 去_$ 品 四 四_个 图_片 型 域 处 天_的 套 安 定 实 小_程 少_$ 工 币 常 库 应_用 店 弄 快 总 总_结 我_是 户 房 打_开 批 批_量 技_能 把_这 抓 拆 据 掉_$ 接 描 整_理 方 是_谁 显_示 景 更 本 机 条 析 款 每 每_天 没_有 流 测_试 海 深 满 灯 点 特 状 状_态 现_在 用 用_户 由 申_请 百 的_USUAL 目 知 票 秒 程 稿 窗 端 笔_记 红_书 约 级 组 续 维 网_页 署 翻_译 脚_本 自 自_动 色 节 行 被 要_$ 规 论 论_文 设_计 译 调 路 载 近_的 还_有 这_两 这_份 通_知 通_过 速 那_个 邮_箱 部_署 醒 重 量 钱 销 错 附_近 降 项 顺 频_$ 题_$ 额',
  ],
  [
    -0.3,
    '0 EVERYDAY_can EVERYDAY_what NUMBER_KNOWN NUMBER_RARE RARE_at RARE_can RARE_for RARE_里 SMALL_SMALL SMALL_about SMALL_as SMALL_the USUAL_a USUAL_about USUAL_are USUAL_it USUAL_to ^_RARE_to ^_SMALL_a_RARE ^_SMALL_me_the ^_USUAL_EVERYDAY ^_USUAL_SMALL ^_are_there ^_are_there_any ^_how_SMALL ^_how_does ^_i_SMALL ^_is_there_a ^_my_USUAL ^_the_RARE ^_the_USUAL ^_this ^_what_USUAL ^_what_are ^_why_does ^_今_天 ^_帮_我 ^_生 ^_给 a_NUMBER all all_the are_SMALL are_there as as_a assist at_the attach board busi contact could creat current do_i download draft event everi every fail fix for_KNOWN for_my from_the gam hav have have_$ have_any hom how_SMALL i_would idea in into_RARE into_a invoic is_EVERYDAY it_$ kill lat latest left length-3-chinese link main mani mov my_KNOWN newslet next night offer on_RARE on_USUAL our_EVERYDAY popular poss project qual red requir restart review second seo some_RARE spend spreadsheet stat stock strip such such_as that_USUAL the_KNOWN there_a this_KNOWN to_USUAL track under user way wear websit what_did with_EVERYDAY you_could you_please 上 下_周 下_这 专 之 习 书 今 今_天 代_理 任 任_务 元 入 全 内 册 出 函 分_支 初 功 功_能 务_$ 动 历 变 口 台 合_同 哪_些 回 境 备 字_幕 存 安_全 密_码 封 少 屏 幕 应_该 建 志 性 成_一 我_$ 手_机 找 掉 排 接_口 提_醒 数_据 文_字 新 日 是_哪 有_没 服_务 权 构 标 案 气 汇 法 清 物 环 环_境 理 申 电_脑 画 登 的 监 监_控 看 码_$ 示 空 笔 篇 群 草 表_格 记_录 请 课 超 转 这_段 邮 附 限 集 需_要 预 预_订',
  ],
  [
    -0.4,
    'EVERYDAY_USUAL RARE SMALL_in SMALL_it USUAL_NUMBER USUAL_RARE USUAL_SMALL USUAL_on USUAL_with ^_EVERYDAY_the ^_EVERYDAY_to ^_KNOWN ^_KNOWN_the ^_SMALL_the ^_USUAL_a ^_i ^_my ^_帮 ^_我_想 analyz and_RARE and_a any app bedroom chart data does_USUAL for for_me from hi how_to inform length-5 light logo me_to minut month my near no_USUAL off our_KNOWN pr process provid record repli request result sinc some_SMALL someth specific the_USUAL this_USUAL to_the updat use week what_are 一_下 一_份 一_张 不_是 个_RARE 么_样 了_看 产 位 出_来 分 切 加 占 印 周 图_$ 声 复 多_少 它 客 导 导_出 并 度 慢 所_有 扫 技 按 控 搜 支 收 数 日_志 明 明_天 有_什 来_$ 查_一 正 测 照 照_片 爬 版 生_成 箱 类 给 能_$ 表 装 视 视_频 证 评 进 配_置 闻 题 验',
  ],
  [
    -0.5,
    'KNOWN_KNOWN RARE_USUAL SMALL_a USUAL_EVERYDAY USUAL_for USUAL_in ^_RARE ^_RARE_the ^_这 a_SMALL agent and_USUAL any_SMALL avail can column generat help list mak nginx our playlist product queri set suggest thes these up upload which_SMALL you_SMALL 下_$ 不_上 会_议 做_个 号 否 启 器 天_气 密 把 改 是_不 检 模 电 盘 码 突 章 计 设 近 连 通 配 里 频',
  ],
  [
    -0.6,
    'KNOWN_RARE KNOWN_of RARE_EVERYDAY SMALL_me USUAL_$ ^_查 add calendar calls-out fil have_a in_RARE length-2-chinese log need news pag shop sit som some tabl this_RARE to to_RARE weath 修 务 审 张 成 打 报 提 新_闻 是_什 格 段 片 率 置',
  ],
  [
    -0.7,
    'KNOWN_the RARE_KNOWN RARE_RARE ^_EVERYDAY_EVERYDAY ^_should ^_the ^_我_的 could_you into me_the on out 份 单 应 录 线 议 记 这_个',
  ],
  [-0.8, 'NUMBER can_you check pric 帮 帮_我 我_的 文 网 这 音'],
  [-0.9, 'KNOWN USUAL ^_把 look play run show 下 件 订 页'],
  [-1, 'USUAL_USUAL ^_我 x 图 查'],
  [-1.2, '^_USUAL find this'],
  [-1.3, '看_看'],
]
