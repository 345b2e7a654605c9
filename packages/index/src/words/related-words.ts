import type { QueryTerm } from './query-term.ts'
import { stemWord } from './stem-word.ts'

// One line for each idea: words of which a user says one and a skill another. Written by hand, for what people use skills for.
const RELATED = listed(`
  summarize summary recap digest tldr condense overview brief abridge gist
  translate translation localize interpret language multilingual
  fix repair debug troubleshoot solve resolve diagnose bug issue error broken problem
  improve enhance optimize polish refine boost upgrade better
  rewrite rephrase paraphrase reword humanize polish
  proofread grammar spelling edit copyedit
  create make generate build produce compose craft draft write
  delete remove erase clean clear purge
  find search lookup locate discover retrieve
  fetch download retrieve grab scrape crawl extract
  send deliver dispatch forward email mail message
  schedule calendar appointment meeting agenda booking event reminder
  remind reminder alert notification notify alarm
  compare comparison versus difference diff contrast
  convert transform change turn export
  analyze analysis examine inspect insight evaluate assess review audit
  check verify validate test inspect
  explain clarify teach describe understand
  picture image photo photograph drawing illustration
  draw sketch paint illustration art
  video movie film clip footage youtube
  song music playlist track album artist spotify sound audio
  speech voice audio transcribe transcript dictation tts podcast
  screenshot screen capture snapshot
  diagram chart graph flowchart plot visualize visualization
  slide presentation deck powerpoint ppt
  spreadsheet excel csv xlsx sheet table
  document doc docx word pdf report paper
  book novel literature reading author ebook
  article blog post essay content
  paper research academic scholar study scientific arxiv journal
  website site webpage page web url link
  browse browser internet online web
  domain dns hostname registrar
  buy purchase shop shopping order store product
  price cost cheap discount coupon deal offer sale promo bargain
  gift present
  invoice bill receipt expense
  payment pay checkout wallet transfer
  money currency dollar euro exchange
  stock share equity etf portfolio invest investment finance financial market trading
  bitcoin crypto cryptocurrency ethereum blockchain token coin nft defi
  tax taxes vat irs
  loan mortgage credit debt
  flight airline airport plane travel trip
  hotel accommodation lodging hostel airbnb room
  travel trip vacation holiday tour itinerary destination tourist visit journey
  map route direction navigation location address place nearby
  bus train subway metro transit transport station
  car vehicle auto automobile parking drive dealer
  restaurant dining dinner lunch eat food menu reservation
  recipe cook cooking meal dish ingredient bake food kitchen
  diet nutrition calorie healthy snack meal food weight
  fitness workout exercise gym training
  health medical doctor symptom disease patient hospital medicine clinical
  mental therapy stress anxiety mood emotion wellbeing meditation
  house home apartment property realtor estate housing rent rental
  job career hire hiring recruit employment resume cv interview vacancy talent
  course lesson tutorial learn learning teach education class training study student
  quiz exam test question flashcard trivia
  math mathematics calculate calculation equation arithmetic compute
  weather forecast temperature rain climate
  news headline current event breaking press
  game play puzzle chess gaming
  joke funny humor meme laugh
  horoscope tarot astrology zodiac fortune
  plant garden gardening flower
  pet dog cat animal
  sport football soccer basketball match team league
  law legal lawyer attorney court contract legislation regulation congress bill
  privacy gdpr compliance policy
  security vulnerability hack exploit pentest threat attack secure
  password credential secret login authentication
  server ssh host devops infrastructure deploy deployment cloud
  container docker kubernetes k8s
  database sql query postgres mysql sqlite
  code program programming coding developer software
  repository repo git github commit branch
  pull merge pr review
  log trace monitor monitoring observability metric
  speed performance fast slow latency
  customer client support feedback survey questionnaire form
  marketing advertisement ad campaign promotion brand seo
  keyword seo ranking serp
  social media twitter instagram facebook tiktok linkedin tweet post
  chat conversation talk message messaging
  note notes notebook memo journal diary
  task todo project plan planning kanban
  idea brainstorm inspiration creative
  memory remember recall knowledge
  prompt instruction instructions
  logo brand icon design
  font typography color theme style
  translate chinese english language
  name naming title
  story fiction novel tale narrative
  poem poetry lyrics
  decision choose choice decide pick
  date time timezone clock
  unit measurement convert metric
  file folder directory
  qr barcode
  phone mobile smartphone android iphone ios app
  home smart iot device light thermostat
  print printer 3d
  automate automation workflow zapier
`)

// What stands for a word of the message counts less than the word itself. Measured: 0.3 to 0.5 are equally good.
const RELATED_WEIGHT = 0.4
// What stands in more documents says little by being about the same, and takes the longest to read.
const MOST_DOCUMENTS = 300

/** The terms of words that mean, or are about, the same as a word of a message and that documents have. */
export function relatedTerms({ term, weight }: QueryTerm, frequencyOf: (term: string) => number): QueryTerm[] {
  return [...(RELATED.get(term) ?? [])]
    .filter(([stem]) => frequencyOf(stem) > 0 && frequencyOf(stem) <= MOST_DOCUMENTS)
    .map(([stem, word]) => ({ term: stem, word, weight: RELATED_WEIGHT * weight }))
}

/** For each stem, the stems of the other words in its lines, each with the word to be read. */
function listed(lines: string): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const related = new Map<string, Map<string, string>>()
  for (const line of lines.trim().split('\n')) {
    const words = new Map(
      line
        .trim()
        .split(/\s+/)
        .map((word) => [stemWord(word), word]),
    )
    for (const stem of words.keys()) {
      const others = related.get(stem) ?? new Map<string, string>()
      for (const [other, word] of words) if (other !== stem) others.set(other, word)
      related.set(stem, others)
    }
  }
  return related
}
