import { DECODERS } from '../text/decode-layers.ts'
import { execute } from './effects.ts'
import { importModule, type Script } from './script.ts'
import type { Place } from './trace.ts'
import { firstText, mapTexts, markedValue, marksOf, textValue, type Value } from './value.ts'

/** What `import(…)` or `require(…)` brings: a module by its name, or a text that is run as one. */
export function importJavascript(script: Script, specifier: Value, place: Place): Value {
  const data = specifier.texts.find((text) => /^data:/i.test(text))
  if (data !== undefined)
    return execute(script.trace, place, dataText(data, specifier), 'javascript', 'import of a text')
  const name = firstText(specifier)
  if (name !== undefined) return importModule(script, name)
  const marks = marksOf(specifier)
  // The address of a text that was made here, such as a blob.
  return marks.some((mark) => mark.startsWith('net:'))
    ? execute(script.trace, place, specifier, 'javascript', 'import')
    : markedValue(...marks)
}

// `data:text/javascript;base64,…`: the text stands behind the comma.
function dataText(address: string, { marks }: Value): Value {
  const comma = address.indexOf(',')
  const body = textValue(address.slice(comma + 1), marks)
  return address.slice(0, comma).endsWith(';base64')
    ? mapTexts(body, DECODERS.base64, 'base64')
    : mapTexts(body, (text) => DECODERS.url(text) ?? text)
}
