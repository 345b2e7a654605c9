/** What an order to an agent is made of. */
export type OrderPart =
  | 'send'
  | 'secret'
  | 'follow'
  | 'rules'
  | 'earlier'
  | 'drop'
  | 'tell'
  | 'ask'
  | 'user'
  | 'not'
  | 'without'
  | 'and'
  | 'setup'
  | 'attack'
  | 'picture'

/** One language: how to know it at a glance, and its words for the parts of an order. */
export interface OrderLanguage {
  /** Letters or small words that a sentence in it nearly always has. */
  readonly mark: RegExp
  /** Its words stand apart; else they are found anywhere. */
  readonly hasSpaces: boolean
  /** Beginnings of words; `_` is a space, and a word with `.` at its end is whole. */
  readonly words: Readonly<Record<OrderPart, string>>
}

/**
 * The words of orders in the languages that skills are written in. In English and Chinese the phrases of phrases.ts say the
 * same more closely; their rows here have what those leave out.
 */
export const ORDER_LANGUAGES: Readonly<Record<string, OrderLanguage>> = {
  en: {
    mark: /\b(?:the|and|to|of|you|your|with|all|any)\b/i,
    hasSpaces: true,
    words: {
      send: 'mirror hand_over hand_them pass_on ship beam leak append attach encode',
      secret: 'login_detail sign-in_detail recovery_code last_messages browser_data saved_login',
      follow: 'obey do_what do_everything do_whatever carry_out_what act_on_what',
      rules: 'tells says instructs states orders',
      earlier: 'previous prior earlier',
      drop: 'ignore disregard forget',
      tell: 'tell inform mention reveal disclose notify',
      ask: 'ask request prompt',
      user: 'user human owner operator',
      not: 'not. never. don’t.',
      without: 'without',
      and: 'and. then.',
      setup: 'install set_up setup sign_up register configure download',
      attack: 'attack malicious injection',
      picture: 'image picture pixel badge',
    },
  },
  zh: {
    mark: /[\u4e00-\u9fff]/,
    hasSpaces: false,
    words: {
      send: '传到 发到 发给 传给 传送 寄到 推送到 同步到',
      secret: '密码 令牌 密钥 凭证 凭据 私钥 助记词 环境变量 聊天记录 对话记录 登录信息 验证码',
      follow: '遵循 遵照 听从 照着 按照',
      rules: '指令 指示 要求',
      earlier: '之前 先前 以上 所有 全部',
      drop: '忽略 无视 忘记',
      tell: '告诉 告知 通知 提及',
      ask: '请用户 让用户 要求用户 询问',
      user: '用户 使用者 主人',
      not: '不要 不得 禁止 切勿 避免 请勿 严禁 勿 不能 不会 无需',
      without: '不经',
      and: '并 然后',
      setup: '安装 配置 注册 下载 部署',
      attack: '攻击 恶意 注入 可疑',
      picture: '图片 图像 图标',
    },
  },
  de: {
    mark: /\b(?:der|das|und|den|dem|eine?|nichts?|vor|nach|alle|dann)\b|[äöüß]/i,
    hasSpaces: true,
    words: {
      send: 'sende senden. schick übermittel übermittl übertrag hochlade lade. poste. leite. weiterleite ersetze hänge',
      secret:
        'anmeldekenn anmeldepass benutzerkenn benutzerpass systempass adminpass passwört passwort kennwort kennwört zugangsdaten anmeldedaten umgebungsvariable api-schlüssel schlüssel token geheimnis sitzung gespräch unterhaltung chatverlauf',
      follow: 'befolg folge. folgen. folgt. führe. gehorch halte_dich tu.',
      rules: 'anweisung regel vorgabe instruktion richtlinie befehl steht stehen. dort_steh',
      earlier: 'bisherig vorherig früher alle. sämtlich obig vorangeh',
      drop: 'ignorier vergiss missacht verwirf übergeh',
      tell: 'sag erwähn informier verrat mitteil teile. bericht',
      ask: 'bitte frag forder',
      user: 'nutzer benutzer anwender mensch besitzer',
      not: 'nicht. nichts. nie. niemals. kein keine keinen keinem vermeid verbot',
      without: 'ohne.',
      and: 'und. dann. danach.',
      setup: 'install einricht registrier herunterlad konfigur anleg',
      attack: 'angriff angreif bösartig böswillig schadcode schädlich',
      picture: 'bild grafik',
    },
  },
  fr: {
    mark: /\b(?:les|des|une|est|vous|dans|cette|avec|pour|toutes|puis|ne|rien)\b|[àéèêç]/i,
    hasSpaces: true,
    words: {
      send: 'envoi envoy transmet téléverse publie poste. partage remplace joins joignez',
      secret:
        "mots_de_passe mot_de_passe identifiants jeton clés_d clé_d clés_priv clé_priv secrets. variables_d'environnement variables_d’environnement conversation historique session.",
      follow: 'suis. suivez suivre. exécute applique obéi respecte',
      rules: 'instruction règle consigne directive ordre',
      earlier: 'précédent toutes. tous. antérieur ci-dessus',
      drop: 'ignore oublie néglige',
      tell: 'dis. dites parle informe mentionne révèle signale préviens prévenez avert',
      ask: 'demande invite',
      user: "utilisateur usager l'humain",
      not: "ne. n' n’ jamais évite interdit",
      without: 'sans.',
      and: 'et. puis. ensuite.',
      setup: 'install configur inscri télécharg créez crée',
      attack: 'malveillant attaque attaquant piégé',
      picture: 'image photo badge',
    },
  },
  es: {
    mark: /\b(?:los|las|una|del|al|para|que|antes|todas|sus?|lee|nada|usuario)\b|[ñ¿¡íó]/i,
    hasSpaces: true,
    words: {
      send: 'envía envia envíe enviar sube. súbe sube subir transmit publica comparte reenv añade adjunta',
      secret:
        'contraseña clave credencial token secreto variables_de_entorno conversación conversacion historial sesión claves_priv',
      follow: 'sigue. siga. sigan. seguir ejecuta obedece aplica cumple haz.',
      rules: 'instruccion instrucción regla directriz directiva orden órdenes indicacion',
      earlier: 'anterior todas. todos. previa previo',
      drop: 'ignora ignore olvid descarta',
      tell: 'digas dig informe informes mencion cuent revel avis notific',
      ask: 'pid pide solicit pregunt',
      user: 'usuario humano propietario',
      not: 'no. nunca. jamás. evita prohib',
      without: 'sin.',
      and: 'y. luego. después.',
      setup: 'instal configur regist descarg crea.',
      attack: 'malicios ataque atacante',
      picture: 'imagen foto insignia',
    },
  },
  pt: {
    mark: /\b(?:não|uma|você|para|ao|dos|das|todas|sua|seu|que)\b|[ãõç]/i,
    hasSpaces: true,
    words: {
      send: 'envie enviar envia mande transmit publique poste. compartilhe suba. carregue encaminhe anexe',
      secret:
        'senha chaves_de chave_de chave_priv credenciais token segredo variáveis_de_ambiente variável_de_ambiente conversa histórico sessão',
      follow: 'siga. sigam. seguir execute obedeça cumpra aplique faça.',
      rules: 'instruç instruc regra diretriz ordem ordens comando',
      earlier: 'anterior todas. todos. prévia acima',
      drop: 'ignore ignora esqueça descarte desconsidere',
      tell: 'conte. contar diga. dizer informe mencione revele avise avisar notifique',
      ask: 'peça pede solicit pergunt',
      user: 'usuário utilizador humano dono',
      not: 'não. nunca. jamais. evite proib',
      without: 'sem.',
      and: 'e. então. depois.',
      setup: 'instal configur regist cadastr baixe baixar crie.',
      attack: 'malicios ataque atacante invasor',
      picture: 'imagem foto',
    },
  },
  ru: {
    mark: /[\u0400-\u04ff]/,
    hasSpaces: true,
    words: {
      send: 'отправ отошли перешли передай передавай загруз выгруз пошли. опубликуй скопируй_на',
      secret: 'парол токен ключ секрет учётн учетн переменн переписк диалог истори сесси разговор',
      follow: 'следуй следуйте выполни выполняй исполн соблюдай делай.',
      rules: 'инструкц правил указан команд приказ директив',
      earlier: 'предыдущ все. всё. прежн прошл ранее выше.',
      drop: 'игнорир забудь отбрось пренебрег',
      tell: 'сообща сообщи говори скажи упомин раскрыва уведом рассказ предупрежд',
      ask: 'попрос спрос запрос',
      user: 'пользовател человек человеку владельц',
      not: 'не. никогда. нельзя. запрещ избега ни.',
      without: 'без.',
      and: 'и. затем. потом.',
      setup: 'установ настро зарегистр регистр скача созда',
      attack: 'вредонос атак злоумышлен мошенн',
      picture: 'изображен картинк',
    },
  },
  ar: {
    mark: /[\u0600-\u06ff]/,
    hasSpaces: false,
    words: {
      send: 'أرسل ارسل إرسال ارفع رفع انشر حوّل مرر انقل',
      secret:
        'كلمات_المرور كلمة_المرور كلمات_السر مفاتيح مفتاح الرموز رموز بيانات_الاعتماد متغيرات_البيئة المحادثة سجل_ الأسرار',
      follow: 'اتبع اتّبع نفّذ نفذ التزم طبّق',
      rules: 'التعليمات تعليمات القواعد الأوامر أوامر الإرشادات التوجيهات',
      earlier: 'السابقة جميع كل_ أعلاه',
      drop: 'تجاهل انسَ انس_',
      tell: 'تخبر إخبار تبلغ إبلاغ تذكر_ذلك تكشف إعلام تعلم_',
      ask: 'اطلب اسأل',
      user: 'المستخدم',
      not: 'لا_ لن_ أبدا أبدًا ممنوع تجنب يجب_ألا',
      without: 'دون بدون',
      and: 'ثم_ _و',
      setup: 'تثبيت ثبّت إعداد تسجيل تنزيل',
      attack: 'خبيث هجوم هجمات مهاجم ضار',
      picture: 'صورة الصورة',
    },
  },
  ja: {
    mark: /[\u3040-\u30ff]/,
    hasSpaces: false,
    words: {
      send: '送信 送って 送る アップロード 転送 投稿 送付',
      secret:
        'パスワード APIキー 環境変数 トークン 秘密鍵 認証情報 資格情報 会話の履歴 会話履歴 会話内容 会話の内容 セッション シークレット',
      follow: '従って 従い 従う 実行し 守って',
      rules: '指示 ルール 命令 規則 手順書',
      earlier: 'これまで 以前 前の すべて 全て 上記',
      drop: '無視し 無視する 忘れて 破棄し',
      tell: '知らせ 伝え 言わ 通知 報告 教え',
      ask: '尋ね 聞い 求め 入力し',
      user: 'ユーザー 利用者 使用者',
      not: 'ないで ないこと ません てはいけ 禁止 決して ないよう',
      without: 'ずに なしで',
      and: 'そして',
      setup: 'インストール 設定 登録 導入 ダウンロード',
      attack: '悪意 攻撃 不正 悪質',
      picture: '画像 バッジ',
    },
  },
  ko: {
    mark: /[\uac00-\ud7af]/,
    hasSpaces: false,
    words: {
      send: '전송 업로드 보내 보낸 전달 게시',
      secret:
        '비밀번호 토큰 API_키 api_키 비밀_키 비밀키 환경_변수 환경변수 인증_정보 자격_증명 대화_내용 대화_기록 암호',
      follow: '따르 따라 수행하 실행하 이행하',
      rules: '지시 규칙 명령 지침 안내문',
      earlier: '이전 모든 앞선 기존 위의',
      drop: '무시 잊어',
      tell: '알리 말하 언급 통지 보고하',
      ask: '요청 물어 입력',
      user: '사용자 이용자',
      not: '지_마 지_말 지마 지_않 금지 절대 안_됩',
      without: '없이 않고',
      and: '그리고 하고_ 하여_ 서_',
      setup: '설치 설정 등록 가입 다운로드',
      attack: '악성 공격 악의',
      picture: '이미지 그림 사진',
    },
  },
}
