import { secretClass } from '../text/path-class.ts'

/** The calls of languages that have no grammar here: PowerShell, Perl, Ruby, PHP, Go, Lua, Rust, R, Julia, Java, awk. */

/** A request whose answer is the value. */
export const FETCHES =
  /DownloadString|DownloadFile|DownloadData|Downloads?\.download|download\.file|Invoke-WebRequest|Invoke-RestMethod|\biwr\b|\birm\b|Start-BitsTransfer|Net\.WebClient|file_get_contents|curl_exec|curl_init|URI\.open|open-uri|Net::HTTP|LWP::|HTTP::Tiny|WinHttp|XMLHTTP|\bcurl\b|\bwget\b|http\.(?:Get|get|request)|HttpClient|openStream|\bgetURL\b|\burl\(|reqwest|ureq::|\bget\s*\(?\s*(?:\$|["']https?:)/i
export const SENDS =
  /-Method\s+['"]?(?:Post|Put)|UploadString|UploadFile|UploadData|post_form|Net::HTTP\.post|->post\(|->request\(\s*['"]P(?:OST|UT)|['"]method['"]\s*=>\s*['"]P(?:OST|UT)|CURLOPT_POSTFIELDS|http\.Post|\.post\(|BodyPublishers|\.send_string\(|\.body\(/i
/** Reading a text as code, or starting a program with it. */
export const RUNS =
  /(?:^|[\s(|;&{=:])(?:iex|Invoke-Expression|Start-Process|saps|system|exec|passthru|shell_exec|popen|proc_open|eval|do shell script|Kernel\.system|os\.execute|exec\.Command|Invoke-Command|(?:instance|class|module)_eval|IO\.popen|io\.popen|Command::new|ProcessBuilder|getRuntime|Execute(?:Global|Statement)?|Assembly\.Load\w*|DynamicInvoke)(?![\w-])|\[ScriptBlock\]::Create|(?:^|[\s;|])[&.]\s*\(|(?:^|[\s(|;&{=])(?:source|include(?:_once|_string)?|require(?:_once)?|load(?:string|file)?|dofile)\s*[($]|Meta\.parse|\.(?:execute|exec|spawn)\(|\|\s*["'](?:\/bin\/)?(?:ba|z|da)?sh["']/i
/** A page that runs what its visitor sends. */
export const RUNS_REQUEST =
  /\b(?:eval|assert|system|exec|shell_exec|passthru|popen|proc_open|array_map|array_filter|usort|call_user_func(?:_array)?|create_function|include|require)\s*\(?[^;\n]{0,80}\$_(?:GET|POST|REQUEST|COOKIE|SERVER\[['"]HTTP_)/
export const DECODES =
  /(?:FromBase64String|base64_decode|decode_base64|Base64\.(?:strict_|urlsafe_)?decode64|unpack\(?\s*["']m|atob)\s*\(?\s*["']([A-Za-z0-9+/=_-]{8,})["']/gi
/** `"…".unpack1("m")` and `["…"].pack("H*")`: the text stands in front. */
export const DECODES_BEHIND = /["']([A-Za-z0-9+/=_-]{8,4000})["']\]?\.unpack1?\(?\s*["']m/g
export const DECODES_HEX =
  /(?:\bpack\s*\(?\s*["']H\*["']\s*,|hex2bin\s*\(|\[)\s*["']([0-9a-f]{16,})["'](?:\)|\s*\]\.pack)/gi
export const SOCKETS =
  /TCPClient|TCPSocket|fsockopen|IO::Socket|socket\.tcp|socket"?\)\.tcp|PF_INET|AF_INET|TcpStream::connect|new Socket\(|net\.Dial|\/dev\/tcp\/|\/inet6?\/tcp\//i
/** What comes in over a connection. */
export const RECEIVES = /TCPSocket\.new|socket\.tcp|:receive\(|\.gets\b|fgets\(|\.read_line\(|readLine\(|\.recv/
export const READS =
  /(?:Get-Content|\bgc|file_get_contents|fopen|file|File\.(?:read|binread|open|foreach)|IO\.(?:bin)?read|ReadAllText|ReadAllBytes|slurp|read_file|(?:os|ioutil)\.ReadFile|fs::read(?:_to_string)?|Files\.read\w*|\bcat|\bopen\b[^'"]{0,40}['"]<[^'"]{0,20}['"]\s*,)\s*\(?\s*(?:-\w+\s+)?["']?([~$%\w./\\:-]{3,200})/gi
/** A file that gets the value: its path, by name or as a text. */
export const WRITES =
  /(?:file_put_contents|File\.(?:bin)?write|IO\.(?:bin)?write|WriteFile|fs::write|Files\.write\w*|Set-Content|Out-File|writeLines)\s*\(?\s*(?:-\w+\s+)?["']?([$\w.~:%\\/-]{1,200})/i
export const SHELLS =
  /\/bin\/(?:ba|z|da)?sh\b|["'](?:ba|z|da)?sh["']|cmd(?:\.exe)?\b|powershell|GetStream|exec\s+["']?sh/i
/** `"sh", "-c", "…"`: the words of a command, one of which a shell reads. */
export const ARGUMENT_OF_SHELL =
  /["'](?:-l?c|\/c|-Command)["']\s*\)?[\s,.\w([]{0,40}(?:"((?:[^"\\]|\\.){4,2000})"|'((?:[^'\\]|\\.){4,2000})')/gi
/** Calls whose text a shell reads, and not the language itself. */
export const STARTS_SHELL =
  /(?:^|[\s(|;&{=])(?:system|exec|passthru|shell_exec|popen|proc_open|do shell script|Kernel\.system|os\.execute|IO\.popen|io\.popen)(?![\w-])|`|\|\s*["'](?:\/bin\/)?(?:ba|z|da)?sh["']|["']-c["']/i

/** The path of a key in a piece of code; its parts stand side by side where a function joins them. */
export function secretPathIn(code: string): string | undefined {
  // In a list of names that are put behind the home folder later.
  const alone =
    /(?<=["'\s[(/])\.(?:(?:bash|zsh|python|psql|mysql|node_repl)_history|netrc|npmrc|pypirc|git-credentials|ssh\/id_\w+)(?=["'\s\])])/.exec(
      code,
    )?.[0]
  if (alone !== undefined) return `~/${alone}`
  const joined = code.replace(/["']\s*,\s*["']/g, '/')
  return [...joined.matchAll(/[~./\\]{0,3}\.?(?<![\w-])[\w-]+(?:[/\\][\w.-]+)+/g)]
    .slice(0, 2_000)
    .map(([path]) => (path.startsWith('~') ? path : `~/${path.replace(/^[./\\]+(?=\w)|^[/\\]+/, '')}`))
    .flatMap((path) => [path, path.replace('~/', '~/.')])
    .find((path) => secretClass(path) !== undefined)
}

/** The statements of a line: cut at semicolons outside of quotes; without a closing quote the rest is one statement. */
export function splitStatements(line: string): string[] {
  const parts: string[] = []
  let start = 0
  let quote = ''
  for (let at = 0; at < line.length && parts.length < 100; at++) {
    const letter = line[at] ?? ''
    if (quote !== '') {
      if (letter === quote) quote = ''
    } else if (letter === '"' || letter === "'") {
      if (line.indexOf(letter, at + 1) < 0) break
      quote = letter
    } else if (letter === ';') {
      parts.push(line.slice(start, at))
      start = at + 1
    }
  }
  parts.push(line.slice(start))
  return parts
}
