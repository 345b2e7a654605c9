import { anyOf } from './join-patterns.ts'

/** A request or an upload that carries data, in any language. */
export const SENDS_BODY = anyOf(
  'i',
  /\b(?:POST|PUT|PostForm|PostAsync|UploadFile|UploadString|UploadData|POSTFIELDS|httpBody|sendall|send_string|BodyPublishers|sendBeacon|InFile|storbinary)\b/,
  /\.(?:post|put|send|upload\w*)\(/,
  /http\.Post\(/,
  /Net::HTTP\.post/,
  /::post\(|->post\(/,
  /\bmethod\b[^\n]{0,6}["']P(?:OST|UT)/,
  /-Method\s+P(?:ost|ut)\b/,
  /\bcurl(?:\.exe)?\b[^\n]{0,200}\s(?:-d|--data[\w-]*|-F|--form|-T|--upload-file)\b/,
  /urlopen\([^\n]{0,80}data/,
  /\b(?:iwr|irm|Invoke-\w+)\b[^\n]{0,160}-(?:Body|InFile)\b/,
)

/** The same in languages that have no grammar here, by names that nothing else has. */
export const SENDS_IN_OTHER_LANGUAGE = anyOf(
  'i',
  /\b(?:Post\w*|PUT|Upload\w*|POSTFIELDS|httpBody|sendall|BodyPublishers|NewRequest|http\.request|getOutputStream|send_string|git push|Invoke-RestMethod|Invoke-WebRequest|curl)\b/,
  /->post\(/,
)

/** The same in Python and JavaScript. */
export const SENDS_IN_SCRIPT =
  /\.(?:post|put|send|sendall|upload\w*|storbinary)\(|method["']?\s*:\s*["']P(?:OST|UT)|urlopen\(/

/** The same where what looks over the shoulder sends. */
export const SENDS_WATCHED = /\.(?:post|put|sendall|send|upload\w*)\(|urlopen\(|method\s*:\s*["']P(?:OST|UT)/

/** The same beside a question for a password. */
export const SENDS_ANSWER = anyOf(
  'i',
  /\b(?:curl|wget)\b[^\n]{0,200}\s(?:-d|--data[\w-]*|-F|--post-data)/,
  /\.(?:post|put)\(/,
  /method["']?\s*:\s*["']P(?:OST|UT)/,
  /-Method\s+P(?:ost|ut)\b/,
  /urlopen\(/,
)

/** An upload by curl. */
export const CURL_UPLOADS = /\bcurl\b[^\n]{0,200}\s(?:-F|-T|-d|--data\S*|--form|--upload-file)[\s=]/

/** An upload by curl or wget. */
export const SHELL_UPLOADS =
  /\b(?:curl|wget)\b[^\n]{0,200}\s(?:-F|-T|-d|--data\S*|--form|--upload-file|--post-file\S*)[\s=]/

/** A script of a page that sends something, by whatever means a page has. */
export const PAGE_SENDS =
  /\bfetch\s*\(|XMLHttpRequest|sendBeacon|\bnew Image\(|\.src\s*=|WebSocket\s*\(|\.submit\s*\(|\blocation\b[^\n]{0,12}=/

/** The same, without leaving the page or handing in its form. */
export const PAGE_SENDS_UNSEEN =
  /\bsendBeacon\(|\bfetch\(|\bXMLHttpRequest\b|\bnew Image\b|\.src\s*\+?=|\baxios\.post\(|\$\.post\(/
