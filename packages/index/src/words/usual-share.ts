// In how many of a hundred public skills a term stands (of those with Chinese, for a pair of characters): measured on 5,910 skills of
// six public collections, heads and the first 6,000 characters of bodies, in November 2026. Stems, as stemWord gives them.
const TERMS_BY_PERCENT: Readonly<Record<number, string>> = {
  60: `
    使用 信息 功能 用于 用户 进行 通过 需要`,
  40: `
    api bash com get http json md nam skill use user 一个 以下 以及 内容 创建 包含 可以 命令 处理 如果 工作 工具 所有 执行 提供
    操作 支持 数据 文件 格式 检查 流程 生成 相关 示例 系统 结果 自动 获取 设置 运行 配置`,
  25: `
    add agent ai appli bas befor check cod content creat data exampl fil generat id install key list need new open output path
    python read refer requir run script set sourc start tool typ url work 中的 之前 代理 代码 任何 任务 作流 例如 关键 其他 分析
    列表 包括 参数 参考 发送 变量 可用 可能 名称 场景 基于 存在 安全 安装 完成 完整 密钥 建议 当前 必须 快速 情况 技能 描述 提示
    文档 方式 方法 无需 时间 是一 是否 显示 更新 服务 查看 根据 模式 每个 注意 添加 状态 环境 用的 直接 确保 管理 类型 结构 脚本
    要求 规则 记录 访问 详细 说明 请求 调用 输出 返回 这些 适用 选择 重要 错误 问题 限制 验证 默认`,
  15: `
    access action after analyz app ask auth automat avail build call chang cli command complet config configur context cor
    current default descript detail direct doc document environ error execut exist extract find first follow format full git
    github guid handl head import includ input js limit log manag match messag model nod not one option pattern post process
    product project prompt provid py queri report request respons result return review search serv setup show specific stat
    status step structur summari support system target task test text tim token tru up updat usag using validat valu verifi vers
    via workflow writ 一次 不会 不同 不要 主要 了解 事项 交互 什么 以使 件中 件的 优先 会自 作为 依赖 保存 保持 修改 入门 关的
    具体 具有 列出 删除 务器 化的 发布 可选 同时 后的 响应 地址 基础 境变 多个 失败 字段 字符 存储 定义 定的 实现 实际 对于 常见
    平台 应用 应的 开发 开始 当用 您可 您的 意事 成功 成的 户的 户需 手动 技术 报告 指南 指定 控制 推荐 提取 搜索 数量 整的 文本
    新的 方案 无法 明确 智能 有效 本地 机制 权限 条件 来源 构建 查询 标准 核心 模型 模板 正确 步骤 没有 测试 浏览 然后 版本 特定
    理的 用场 用方 用此 的代 的内 的工 的情 的数 的文 目录 目标 相应 确定 确认 程序 立即 策略 网络 而非 能够 范围 解决 触发 认证
    设计 识别 该工 语言 请参 读取 路径 身份 输入 过程 这是 连接 选项 速入 避免 部分 重复 重新 链接 集成 需求 项目`,
  10: `
    across activ always auto basic best cas claud claw clear client common confirm connect contain count curl custom dat delet
    design detect dev develop dir edit email enabl end env event exchang export fail fals featur field filt fix flow funct help
    high hub identifi imag inform instruct integr issu item languag level lik lin link load local main mak map markdown max mcp
    method miss mod multi multipl next non npm numb openclaw operat optim overview packag pag per perform plan platform point
    practic pref qual quest quick rat raw readm real recommend rul sav secur see select send servic sess sh shar singl siz
    strategi string styl templat through titl track trig upstream vari vs want web 一步 一致 上下 上的 下文 不可 不是 专业 个人
    中包 主题 之间 事件 交易 产品 人工 令牌 令行 以上 以便 以获 以通 价格 份验 优化 会在 会被 会话 位置 体的 你的 供了 供的 保留
    储在 允许 免费 关系 决方 决策 况下 出格 出现 分钟 切勿 到的 前的 加到 加载 务必 动化 匹配 协议 即可 历史 原因 原始 参阅 发现
    变化 只需 同的 后续 否则 启动 启用 哪些 图片 基本 复制 复杂 外部 如何 始终 完全 实时 客户 对应 对话 导致 将其 小时 尝试 展示
    已经 市场 希望 帮助 并提 建一 式的 引用 录下 形式 影响 性的 总结 或者 户提 所需 找到 持的 持续 换为 接口 提交 摘要 故障 效果
    敏感 日志 日期 时使 更多 最佳 最多 最新 最终 有的 来自 构化 架构 查找 标签 标记 标题 检测 概述 正在 正常 每次 注册 活动 消息
    清晰 现有 理解 用该 登录 的任 的信 的操 的方 的最 的模 的结 的问 监控 目的 相同 确的 端点 符合 第一 第三 等待 简单 细信 统会
    继续 编写 置文 而不 背景 能会 能力 能的 自定 自己 获得 行为 行的 表示 要提 要的 覆盖 规范 览器 解析 计划 计算 认值 评估 询问
    该功 该技 请使 调整 账户 质量 资料 资源 超过 跟踪 转换 这个 适合 通常 逻辑 采用 针对 键词 间的 阅读 阶段 需的 面的 页面 风险
    首次`,
  6: `
    accept account actu ad address against agentskillexchang allow alreadi approv architectur argument audit authenti authori
    avoid back bear behavi between block bodi break brows built busi capabil categori caveat cd chain chat class clean cloud
    collect color commit compar complex component comprehens continu control convers copi correct cost cover credent critic
    cross databas day debug decis deep defin dependenci deploy different directori display domain download echo endpoint engin
    ensur entri etc evaluat exact expect experi explicit failur fast fetch final flag focus form found framework fre
    githubusercontent go goal googl group histori host html human impl implement important improv index info init instead
    interact io javascript job keep keyword label larg last latest learn librari liv llm locat logic login long look low mac
    manu market memori ment metadata metric min modifi monit network never now npx null object order org os out paramet pars
    pass pip pipelin posit power pre prerequisit present pric primari print prior problem produc profil progress public purpos
    readi reason recent record relat relevant remov repo research resourc rest right rol root rout say scal scan schema scop
    scor sdk second secret sect self sent shell short sign simpl skip specifi standard stop stor success suggest tabl tag tak
    team top topic total try ts txt typescript ui understand used video view wait week window workspac www yaml 上传 下一 下内
    下的 下载 不仅 不存 不能 不足 不需 专为 两个 严格 个字 中使 中提 中获 为什 为每 也可 仅仅 仅在 仅是 介绍 仓库 他们 以在 以确
    们的 件或 件路 价值 企业 传递 位于 何时 作的 佳实 保护 修复 停止 元数 元素 先使 先级 入的 全性 全面 公司 公开 共享 关于 关注
    关联 其中 具备 内存 内置 内部 写入 决定 准备 准确 减少 凭据 凭证 出所 出的 出结 函数 分享 分类 分配 切换 初始 判断 利用 制定
    加密 务的 动态 动生 动的 助手 单个 单的 即使 原则 原理 及其 反馈 发生 取的 只有 可靠 合适 同一 同步 后再 向用 否存 否有 周期
    回复 回的 回答 因为 团队 图像 在不 在本 在的 型的 境中 增加 多数 多种 大小 好的 如需 媒体 子邮 存到 学习 它们 安排 官方 定时
    定期 实践 审查 审核 审计 容的 密码 对比 对象 属于 工智 差异 己的 带有 常用 并在 并将 应该 建新 建立 强制 录中 必填 必要 必需
    性能 恢复 息的 您需 成一 成后 成本 我们 我的 户可 户明 户请 才能 打开 扩展 扫描 批量 拒绝 拥有 指令 指导 指标 按照 据库 据的
    排序 排除 接使 接收 措施 提出 提升 提醒 提高 支付 收到 收集 效的 数字 数组 整个 文字 无效 时的 更改 替代 替换 最后 最大 最近
    最高 有关 本技 本的 机器 果您 果用 某个 某些 标识 格的 框架 概念 次性 次数 此功 此技 每日 比较 求的 涉及 涵盖 深度 清单 满足
    点击 独立 率限 现在 现的 生产 用了 用以 用时 用相 用示 用程 用这 用途 电子 界面 的一 的主 的事 的交 的人 的使 的关 的分 的功
    的原 的可 的命 的图 的场 的安 的完 的实 的对 的所 的技 的提 的时 的是 的标 的格 的状 的用 的目 的相 的自 的行 的设 的详 的语
    的请 的路 的输 的配 的错 真实 知识 研究 社交 禁止 程中 程度 稳定 空间 符串 第二 筛选 简洁 类似 类别 组合 细的 细节 经过 结合
    结束 统的 统计 维护 编码 编辑 缺失 网站 网页 置为 置信 置的 美元 考虑 考资 者的 聊天 联系 能需 自然 至少 行交 行以 行任 行动
    行时 表格 表达 要使 要在 见的 规划 视频 角色 解释 计的 认为 议使 设备 证的 评分 详情 误处 请先 请在 请确 负责 费用 跳过 辅助
    过滤 还是 这样 这种 进入 追踪 送到 适的 选的 通用 通知 速参 速度 遇到 遵循 邮件 部署 都会 都需 重试 钱包 间戳 防止 除非 隐私
    障排 非常 顺序 领域 频率 题的 额外 风格 首先 高级`,
  4: `
    activat advanc altern amount answ apis appear approach appropri area array assess asset async await background balanc batch
    below bet bin bot branch brief bug cach calcul cannot captur cat caus channel charact checklist choos ci claim clawhub click
    clon clos combin comment compani comparison compat comput concept condit consistent consol const constraint contract convent
    convert coverag criteria cron daili dashboard db dd def definit deliv describ determin dif discov discoveri distribut dock
    draft durat edg effect element empti en everyth evid expert explain extens extern fact feedback fill fold forc gap gen gener
    glob good gpt graph grep guidelin health hello hom hook hour ident ids immedi impact inspect intent interfac intern ip java
    jq knowledg known launch layer layout lead length linux loop machin maco maintain mani mark mat mean media medium meta minim
    minut mm modul month mov nativ natur navigat net notifi oauth observ off offic onc openai orchestr organ origin outcom param
    part password past pdf permiss person phas plac plugin png polici port pr prevent principl privat pro proceed prop properti
    protocol publish pull push rang react reduc regist releas remot rend repeat replac repli repositori resolv retri retriev
    risk runtim saf safeti sampl schedul separat sever sid sit slug small soci solut sort spac spec sql src stack stag still
    storag stream submit sync technic term thr tier timeout timestamp tmp transform tre trend turn twit two unit unless until
    upload util var visu voic warn whil within word wrong year yes yyyi zero 一份 一条 一的 一种 三方 三步 上述 下信 下命 下情
    下操 下方 下步 不支 不确 与其 业务 业的 两种 严重 个代 个工 个文 个新 个用 中心 中文 中添 中等 临时 为一 为了 为可 为您 为空
    主动 义的 之后 也不 了一 事实 二步 于用 于需 互动 互式 些信 产环 产生 人员 人的 人类 仅使 仅用 仅限 今天 从而 他人 付费 代币
    以将 以提 以直 以避 仪表 件以 件名 件和 件夹 任意 会使 会导 会将 会显 会根 会生 会议 会返 传输 但不 低于 体验 余额 作区 作原
    作时 作者 你可 依据 便于 信任 信号 假设 偏好 做出 健康 先决 先进 免使 全的 全部 公共 关信 关内 关文 关闭 具会 具的 兼容 内的
    再次 冲突 决条 准的 分隔 分页 别的 制的 力的 动检 助于 化为 区分 区域 升级 单位 单独 压缩 参与 发条 发者 取数 取消 变更 只是
    只能 可使 可读 可通 台上 台的 史记 合并 合理 后台 否已 否必 否正 含义 含以 告知 命名 哪个 唯一 器中 器人 器的 因此 因素 围内
    固定 在一 在以 在任 在使 在发 在开 在您 在执 在每 在用 在运 在进 地方 填写 增强 声明 处于 备用 复的 外的 大型 大多 大的 大量
    天的 头部 如下 如有 始化 定位 定性 实用 实的 寻找 导入 导出 尚未 已安 已完 已知 布的 帖子 并且 并生 并通 序的 库中 应中 度的
    延迟 建的 开头 异常 式为 引导 引擎 当您 录的 循环 心功 忽略 性和 意义 意图 感信 或使 或更 户信 户确 户端 户询 户输 托管 批准
    技巧 投资 持久 持多 据存 据来 据用 授权 探索 接到 接受 提到 提及 插件 改进 效率 整合 整理 文章 新闻 方向 方面 无论 日常 时可
    时长 时需 映射 是什 更高 最低 最小 有一 有任 有助 有可 有数 有用 期的 未找 未来 未经 本中 本会 本文 本身 术语 杂的 果不 果有
    果未 果没 果的 果需 标志 标注 样的 检索 模块 模拟 模糊 次使 段的 每周 每天 每月 永久 求时 汇总 泄露 注入 活跃 深入 清理 源的
    潜在 激活 点的 然语 照以 特性 特殊 特点 状况 理工 理方 生命 生的 用性 用情 用模 用法 用自 的上 的个 的价 的优 的会 的公 的具
    的参 的发 的变 的名 的回 的地 的基 的字 的开 的形 的成 的指 的推 的新 的日 的服 的本 的权 的核 的每 的消 的特 的环 的生 的简
    的网 的表 的规 的视 的解 的评 的资 的身 的连 的选 的通 的部 的重 的集 的需 的预 的风 直到 省略 看到 真正 知用 知道 码的 确性
    确要 示的 社区 禁用 移动 程的 窗口 立的 竞争 笔记 符号 等级 签名 简短 算法 精确 索引 索结 级别 组件 组织 终端 经验 给出 给用
    绝不 绝对 统一 统中 综合 缓存 编号 缺少 考文 而是 能不 能使 能包 能可 能提 能是 自主 自我 自行 致性 节点 行一 行业 行分 行安
    行工 行操 行测 行身 行验 补充 表中 表现 要一 要将 要时 要用 要重 见问 观察 规模 视为 视觉 警告 订阅 认的 讨论 议的 记为 记忆
    许可 证据 评论 识符 诊断 话中 语义 语音 误信 误的 请务 请将 读的 调试 财务 货币 购买 资金 赖项 起来 超时 趋势 路由 转化 软件
    边界 达到 过去 过度 过期 近的 这一 进一 进制 进度 进程 退出 适当 通信 速率 遵守 那些 都可 都必 重启 重点 量的 金额 长度 长期
    问权 问用 降低 随时 需使 音频 预期 预测 预算 预览 颜色 驱动 高效 高的`,
  2.5: `
    abc abov abstract act adapt addit adjust admin affect aggreg alert align anoth anthropic anti anyth append appl arch arg
    articl artifact assign assistant attach attribut audi audio authentic awar azur backend bad bar basedir baselin becaus
    benchmark binari book boundari brand brew broad budget bundl button car card catch cent choic clarifi classifi clawdbot cn
    co codebas codex column commun communi competit compli compos concret confid conflict consid consistenci contact contribut
    coordin css csv curs customer dark dataset de decid depend depth desktop devic dimens disabl discuss div down driv driven
    drop dry duplic during dynamic earli easi embed encod enforc engag enter entir entiti establish estimat even except exec
    exit explor expos express extend fac fallback feed feel fi filenam financ fit font fram friend frontend futur gat gateway
    gath gemini generic giv growth happen hard hash heartbe height idea ignor increas independent indicat industri infer
    infrastructur initial inject inlin insid insight inst int interv invalid invok iso isolat iterat join jpg know lab later
    least left let licens light localhost lock lookup major mast mb measur meet merg migrat minimum mit mix mkdir mobil modern
    mp ms news norm offer often ok old onboard outsid overrid owner pair paper parallel parti patch pay payload payment pend
    peopl persist phon phras pick plain play plus poll poss predict prefix prepar preserv previ preview prioriti profess program
    propos protect put quot random rank rath ratio reach rec red ref refact refresh region relationship reli remain resolut
    respond restart reus rev round row scenario screen screenshot semantic sensit sequ seri shap ship signatur similar slow
    smart snapshot solv someth spawn special speed split stabl static statistic stay stori str strip strong studio sub subject
    subscript suit surfac svg switch syntax tech telegram tell termin them thing think third thread threshold timelin tip today
    ton touch trac trad train transact transit transl treat troubleshoot trust tub typic uniqu unknown usernam uuid uv valid
    visibl volum vuln wallet watch way webhook websit weight well wheth width win world wrap xml xxx youtub`,
  1.5: `
    absolut academic accuraci accurat achiev again age algorithm alpha alt ambigu animat annotat apikey applic architect around
    art aspect assert assum assumpt attack attempt attent autonom averag aws backup badg becom begin benefit beyond big bill
    bind bio black blob blog blu bold boolean bottom bound box breakdown bridg broken buf bulk bullet buy byt calendar callback
    campaign cancel candid cap capt catalog cc challeng char chart checkout checkpoint chines chrom cit citat citi clar clawd
    cleanup clust cmd collabor commerc compact compil composit compress conc concern consider construct consum controll cooki
    correl countri cp cpu credit crypto cta curat currenci customers cut cycl declar delay deliveri demo deriv desc diagnos
    diagnostic diagram dict digit discord dist distinct doubl drift due dump efficienci efficient effort eith emot english
    enhanc enough enterpri enum equal es escalat essent eth eval exceed exclud expand expens experti expir explan extra fall
    fami fee figur fin finish fir flash flat flex float formula forward foundat frequenci fresh fs fulli fund gam gb gh given
    gmail gpu grad graphql great green grid ground guard guess hand hardcod heavi hidden hierarchi highest highlight hint
    historic hit hold hot icon img incr individu insert instagram instant intellig interest interpret introduc invest investig
    invocat involv john journ jsonl justifi jwt kind kubernet la land landscap lang latenci leav legaci legal len less lib
    lifecycl limitat linkedin lint lit literatur logo loss lower ls mad mainten mandatori manifest margin mater matrix maximum
    meaning mechanism memb methodologi microsoft mini ml mock moderat motion namespac narrat near negat nest nois normal noth
    num numeric obvi offset onlin openapi opportun ops opus orient other otherw overall pad paginat paid paragraph parent partn
    paus period persistent photo physic pitfall placehold playbook playwright pm pool postgr postgresql potent press privaci
    proact prob procedur programm prom promot proof proxi publi pur purchas px ql queu rational receiv recoveri redirect
    referenc refin reflect registr registri regress reject relev rememb remind renam represent reproduc req reset respect
    restrict resum retent revenu revers rich rm rotat rpc rust saa sal sandbox scaffold scen scienc scrap scratch scroll sec
    secondari seed segment sell seni sens seo sequent sha sheet shield shift shot shown significant silent sinc sk slack sleep
    slid snippet socket soft softwar someon sonnet span speak specialist speech spend spot ssh stal star startup stdout stock
    strategic strength strict studi subagent submiss sudo sum swap symbol synthesis tab tail techniqu technologi temp temperatur
    thought todo togeth tok toolkit traffic transcript transf transport triag truth tsx tts tun tutor univers unrelat upgrad uri
    usd usdc usual ux vagu variant vect vend verbos violat visibil vision visit visual warm wav weak whenev whit wid written xx
    xyz yet yml zip`,
}

const SHARES: ReadonlyMap<string, number> = new Map(
  Object.entries(TERMS_BY_PERCENT).flatMap(([percent, terms]) =>
    terms
      .trim()
      .split(/\s+/)
      .map((term) => [term, Number(percent) / 100] as const),
  ),
)

/** The share of skills in which a term usually stands, from 0 to 1: what is known of a word before any skill was counted. */
export function usualShare(term: string): number {
  return SHARES.get(term) ?? 0
}
