// Written by bench/train-form.ts: do not edit.

/** How a message leans that has none of these facts. */
export const LEANING_OF_ALL = 0.1

/** Facts of the form of a message by how far they make it lean: above 0 to talk, below 0 to tasks. */
export const FACTS_BY_WEIGHT: readonly (readonly [weight: number, facts: string])[] = [
  [2.5, 'talk'],
  [0.9, '说'],
  [0.8, '好'],
  [0.7, 'asks length-1 不 你'],
  [0.6, 'a_EVERYDAY 真'],
  [0.5, 'EVERYDAY day that_SMALL 了 的_$'],
  [
    0.4,
    'EVERYDAY_$ EVERYDAY_SMALL ^_KNOWN ^_how_EVERYDAY are_you do how_EVERYDAY length-2 please time was why 一 个 了_$ 好_$ 小 来 看',
  ],
  [
    0.3,
    'EVERYDAY_on EVERYDAY_or EVERYDAY_to SMALL ^_SMALL_me ^_USUAL_USUAL ^_how_do_i ^_my_EVERYDAY and_i i i_EVERYDAY if my_SMALL of_RARE on_EVERYDAY or recommend should_i tell that to_KNOWN who you you_EVERYDAY 上 于 开 得 意 时 最 点 等 觉 首',
  ],
  [
    0.2,
    'EVERYDAY_EVERYDAY EVERYDAY_about EVERYDAY_and EVERYDAY_my EVERYDAY_the KNOWN_on NUMBER_$ SMALL_KNOWN SMALL_from SMALL_what ^_SMALL_a ^_what_is_the ^_which ^_who am an been for_the give i_am in_a in_my is is_it is_the it_SMALL many me on_USUAL on_my one people so the_SMALL would 命 和 大 感 是 机 样 没 知 解 转 还',
  ],
  [
    -0.2,
    'EVERYDAY_RARE KNOWN_for KNOWN_of NUMBER_RARE RARE_NUMBER RARE_USUAL RARE_and RARE_can RARE_in RARE_on RARE_with SMALL_EVERYDAY SMALL_SMALL SMALL_some USUAL_EVERYDAY USUAL_from ^_SMALL_SMALL ^_SMALL_the ^_i ^_i_have ^_is_there ^_this ^_what_are ^_今 a_KNOWN a_SMALL a_USUAL and_RARE are_the available chinese could_you does for_EVERYDAY for_RARE for_me from_RARE from_the get hi how how_to in in_USUAL information interested is_there it_$ it_EVERYDAY latest length-5-chinese me_with my_RARE of of_SMALL our_USUAL provide some_SMALL suggestions there_a to_RARE up use we what_EVERYDAY what_are where you_please 业 为_什 交 今 以 件_$ 任 任_务 份 何 信 公 内 出 分_析 加 务_$ 可 合 图 地 处 多 子 存 定 客 并 库 应_用 式 总 息 我_的 户 技_能 控 提_取 日 构 格 检 检_查 测 测_试 清 现 生_成 笔 算 结 能 能_$ 自 视 论 该 近 进 适 通 邮 量 问_题 附 需 需_要',
  ],
  [
    -0.3,
    'EVERYDAY_KNOWN EVERYDAY_in KNOWN_RARE KNOWN_the SMALL_USUAL SMALL_a SMALL_me SMALL_the USUAL_$ USUAL_about USUAL_for USUAL_it USUAL_this ^_USUAL ^_帮 ^_帮_我 ^_把 ^_查 a are_SMALL check could do_you good help length-4-chinese list make much need on_SMALL there these this_RARE with 今_天 代 全 到 化 品 哪 审 建 性 找 据 支 整 方 更 服 服_务 本 析 模 用 网 行 视_频 计 设 读 过 近_的 错 音 预 预_订 频 题 验',
  ],
  [
    -0.4,
    'EVERYDAY_USUAL RARE_KNOWN USUAL_RARE ^_how_SMALL ^_should ^_这 any_SMALL better calls-out find for from have how_SMALL i_have into me_the my my_KNOWN on show to what 一_下 为 些 分 发 容 度 成 提 收 数 明 有_什 法 理 码 置',
  ],
  [
    -0.5,
    'NUMBER_EVERYDAY RARE_EVERYDAY USUAL_SMALL are can can_you in_RARE on_RARE some to_SMALL want you_SMALL 产 件 单 器 多_少 少 帮 帮_我 录 技 把 是_什 请 页',
  ],
  [-0.6, 'KNOWN_$ any the_KNOWN 务 新 记 里'],
  [-0.7, 'SMALL_RARE ^_the 应 报 文 查 的 订'],
  [-0.8, '这_个'],
  [-0.9, 'RARE_RARE length-4'],
  [-1, 'this 这'],
  [-1.1, 'KNOWN RARE'],
  [-1.2, '^_我'],
  [-1.3, 'USUAL_USUAL'],
  [-1.6, 'NUMBER'],
  [-1.8, 'USUAL'],
]
