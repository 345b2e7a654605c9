// biome-ignore-all format: a table of mistakes reads best with one kind a line.
import { createHash } from 'node:crypto'
import type { SchemaObject } from '@skillwright/contract'
import type { Mistake } from './coercion-mistakes.ts'
import { type Tool, tools } from './coercion-tools.ts'

/** A mistake written by hand: what is sent, and what was meant or what a refusal has to suggest. */
interface WrittenMistake {
  readonly kind: string
  readonly schema: SchemaObject
  readonly sent: unknown
  /** What was meant; without it the input has to be refused. */
  readonly meant?: unknown
  /** Texts that the suggestions of the refusal hold. */
  readonly suggested: readonly string[]
}

type Fields = Readonly<Record<string, unknown>>
type Name = keyof typeof tools

/** Mistakes in the inputs of realistic tools, written by somebody who had not read the repairs. */
export function writtenMistakes(): readonly Mistake[] {
  return listMistakes().map(({ kind, schema, sent, meant, suggested }) => ({
    kind: meant === undefined ? 'written by hand, two readings or none' : 'written by hand, one reading',
    half: isJudged(JSON.stringify([kind, schema, sent])) ? 'judged' : 'tuned',
    schema,
    sent,
    meant,
    isAmbiguous: meant === undefined,
    told: suggested,
  }))
}

function isJudged(text: string): boolean {
  return Number.parseInt(createHash('sha256').update(text).digest('hex').slice(0, 2), 16) % 2 === 1
}

function listMistakes(): readonly WrittenMistake[] {
  const mistakes: WrittenMistake[] = []
  const tool = (name: Name): Tool => tools[name]
  const whole = (kind: string, name: Name, sent: (base: Fields) => unknown, meant: Fields = {}): void => {
    const { schema, base } = tool(name)
    mistakes.push({ kind, schema, sent: sent(base), meant: { ...base, ...meant }, suggested: [] })
  }
  const not = (kind: string, name: Name, sent: (base: Fields) => unknown, ...suggested: string[]): void => {
    const { schema, base } = tool(name)
    mistakes.push({ kind, schema, sent: sent(base), suggested })
  }
  /** Values for one property, each with what it means; undefined: the property was not meant at all. */
  const fix = (kind: string, name: Name, key: string, ...pairs: [unknown, unknown][]): void => {
    for (const [sent, meant] of pairs) {
      const { [key]: _, ...rest } = tool(name).base
      const { schema, base } = tool(name)
      const right = meant === undefined ? rest : { ...base, [key]: meant }
      mistakes.push({ kind, schema, sent: { ...base, [key]: sent }, meant: right, suggested: [] })
    }
  }
  /** Values for one property that have to be refused, each with what is to be suggested. */
  const refuse = (kind: string, name: Name, key: string, ...pairs: [unknown, ...string[]][]): void => {
    for (const [sent, ...suggested] of pairs) not(kind, name, (base) => ({ ...base, [key]: sent }), ...suggested)
  }
  /** Other keys for one property. */
  const keys = (name: Name, key: string, value: unknown, ...others: string[]): void => {
    const { [key]: _, ...rest } = tool(name).base
    for (const other of others) whole('key', name, () => ({ ...rest, [other]: value }), { [key]: value })
  }

  // The whole input wrapped.
  const w = 'input wrapped'
  for (const key of ['arguments', 'parameters', 'params', 'args', 'input', 'kwargs', 'payload', 'data', 'request', 'body'])
    whole(w, 'flights', (base) => ({ [key]: base }))
  whole(w, 'mail', (base) => ({ name: 'send_email', arguments: base }))
  whole(w, 'mail', (base) => ({ name: 'send_email', arguments: JSON.stringify(base) }))
  whole(w, 'mail', (base) => ({ type: 'function', function: { name: 'send_email', arguments: JSON.stringify(base) } }))
  whole(w, 'weather', (base) => ({ type: 'tool_use', id: 'toolu_01', name: 'get_weather', input: base }))
  whole(w, 'weather', (base) => ({ tool: 'get_weather', tool_input: base }))
  whole(w, 'weather', (base) => ({ action: 'get_weather', action_input: base }))
  whole(w, 'weather', (base) => ({ tool_name: 'get_weather', parameters: base }))
  whole(w, 'order', (base) => ({ function_call: { name: '修改订单', arguments: base } }))
  whole(w, 'order', (base) => ({ 参数: base }))
  whole(w, 'rows', (base) => ({ method: 'tools/call', params: { name: 'query_rows', arguments: base } }))
  whole(w, 'rows', (base) => ({ recipient_name: 'functions.query_rows', parameters: base }))
  whole(w, 'rows', (base) => ({ query_rows: base }))
  whole(w, 'rows', (base) => ({ type: 'object', properties: base }))
  whole(w, 'rows', (base) => ({ params: { input: base } }))
  whole(w, 'image', (base) => JSON.stringify(base))
  whole(w, 'image', (base) => JSON.stringify(JSON.stringify(base)))
  whole(w, 'image', (base) => `\`\`\`json\n${JSON.stringify(base, null, 2)}\n\`\`\``)
  whole(w, 'image', (base) => `<tool_call>${JSON.stringify(base)}</tool_call>`)
  whole(w, 'image', (base) => ({ input: JSON.stringify(base) }))
  whole(w, 'image', (base) => ({ arguments: JSON.stringify(JSON.stringify(base)) }))
  whole(w, 'shape', (base) => ({ input: { arguments: base } }))
  whole(w, 'issue', () => "{'title': 'It breaks', 'milestone': None}", { milestone: null })
  not(w, 'issue', (base) => ({ arguments: base, milestone: 3 }))
  not(w, 'issue', (base) => ({ arguments: base, input: { title: 'Another' } }))
  not(w, 'issue', () => '{"title": "It breaks", "title": "Another"}')
  not(w, 'issue', (base) => [base, { title: 'Another' }])
  not(w, 'issue', () => 'Please open an issue: it breaks')
  not(w, 'issue', () => '{"title": "It bre')

  // One value wrapped.
  const v = 'value wrapped'
  fix(v, 'transfer', 'amount', [{ value: 20 }, 20], [{ amount: 20 }, 20], [{ type: 'number', value: 20 }, 20], [{ number: 20 }, 20])
  fix(v, 'flights', 'depart_date', [{ date: '2025-03-04' }, '2025-03-04'], [{ value: '2025/03/04' }, '2025-03-04'])
  fix(v, 'event', 'title', [{ text: 'Review' }, 'Review'], [{ title: 'Review' }, 'Review'], [{ value: 'Review' }, 'Review'])
  fix(v, 'mail', 'to', [{ items: ['a@x.org', 'b@x.org'] }, ['a@x.org', 'b@x.org']], [{ to: ['a@x.org'] }, ['a@x.org']])
  fix(v, 'mail', 'to', [{ '0': 'a@x.org', '1': 'b@x.org' }, ['a@x.org', 'b@x.org']], [{ list: ['a@x.org'] }, ['a@x.org']])
  fix(v, 'mail', 'reply_to', [{ email: 'a@x.org' }, 'a@x.org'], [{ address: 'a@x.org' }, 'a@x.org'])
  fix(v, 'weather', 'location', [{ location: { latitude: 1, longitude: 2 } }, { latitude: 1, longitude: 2 }])
  fix(v, 'weather', 'location', ['{"latitude": 1, "longitude": 2}', { latitude: 1, longitude: 2 }])
  fix(v, 'weather', 'location', ["{'latitude': '1', 'longitude': 2.0}", { latitude: 1, longitude: 2 }])
  fix(v, 'rows', 'filters', ['[{"field":"age","op":"gt","value":3}]', [{ field: 'age', op: 'gt', value: 3 }]])
  fix(v, 'rows', 'filters', [['{"field":"age","op":"gt","value":3}'], [{ field: 'age', op: 'gt', value: 3 }]])
  fix(v, 'rows', 'filters', [{ field: 'age', op: 'GT', value: 3 }, [{ field: 'age', op: 'gt', value: 3 }]])
  fix(v, 'rows', 'filters', [{ filter: { field: 'age', op: 'gt', value: 3 } }, [{ field: 'age', op: 'gt', value: 3 }]])
  fix(v, 'shape', 'shape', ['{"kind": "box", "w": 1, "h": "2"}', { kind: 'box', w: 1, h: 2 }])
  fix(v, 'shape', 'shape', [{ shape: { kind: 'box', w: 1, h: 2 } }, { kind: 'box', w: 1, h: 2 }])
  refuse(v, 'transfer', 'amount', [{ value: 20, currency: 'EUR' }], [{ min: 10, max: 20 }], [[20]], [{}])
  refuse(v, 'event', 'title', [{ title: 'Review', text: 'Another' }], [['Review', 'Another']])
  refuse(v, 'weather', 'location', ['Beijing'], [[39.9, 116.4]], ['39.9, 116.4'])

  // Keys in another notation.
  keys('flights', 'depart_date', '2025-05-06', 'departDate', 'DepartDate', 'depart-date', 'DEPART_DATE', 'Depart Date', 'depart date')
  keys('flights', 'depart_date', '2025-05-06', '"depart_date"', "'depart_date'", '`depart_date`', 'depart_date:', ' depart_date', 'departdate')
  keys('flights', 'depart_date', '2025-05-06', '--depart-date', 'depart.date', 'ｄｅｐａｒｔ_ｄａｔｅ', 'depart_date*', '**depart_date**', 'depart__date')
  keys('event', 'reminder_minutes', 5, 'reminderMinutes', 'Reminder_Minutes', 'reminder-minutes', 'REMINDER MINUTES', '@reminder_minutes')
  keys('image', 'keepAspectRatio', true, 'keep_aspect_ratio', 'keep-aspect-ratio', 'KeepAspectRatio', 'KEEP_ASPECT_RATIO', 'keepaspectratio')
  keys('weather', 'location', { latitude: 1, longitude: 2 }, 'Location', 'LOCATION', 'location ', '"location"')
  fix('key', 'weather', 'location', [{ Latitude: 1, Longitude: 2 }, { latitude: 1, longitude: 2 }])
  fix('key', 'order', 'items', [[{ SKU: 'a', Quantity: 1, unitPrice: 2 }], [{ sku: 'a', quantity: 1, unit_price: 2 }]])
  fix('key', 'mail', 'attachments', [[{ URL: 'https://x.org/a', file_name: 'a' }], [{ url: 'https://x.org/a', fileName: 'a' }]])
  fix('key', 'shape', 'shape', [{ Kind: 'box', W: 1, H: 2 }, { kind: 'box', w: 1, h: 2 }])
  not('key', 'flights', (base) => ({ ...base, departDate: '2025-05-06' }))
  not('key', 'flights', ({ depart_date: _, ...rest }) => ({ ...rest, departDate: '2025-05-06', 'depart-date': '2025-05-07' }))
  not('key', 'flights', (base) => ({ ...base, passangers: 2 }), 'passengers')
  not('key', 'flights', (base) => ({ ...base, max_prise: 200 }), 'max_price')
  not('key', 'flights', ({ depart_date: _, ...rest }) => ({ ...rest, departure_date: '2025-05-06' }), 'depart_date')
  not('key', 'order', (base) => ({ ...base, delivr_on: '2025-05-06' }), 'deliver_on')
  not('key', 'issue', () => ({ 标题: 'It breaks' }))

  // Numbers.
  const n = 'number'
  fix(n, 'transfer', 'amount', ['20', 20], ['+20', 20], ['20.50', 20.5], ['.5', 0.5], ['20.', 20], ['1e3', 1000], ['1E+3', 1000], ['"20"', 20])
  fix(n, 'transfer', 'amount', ['1_000', 1000], ['1,234,567', 1234567], ['1,234,567.89', 1234567.89], ['1 234 567', 1234567], ["1'234'567", 1234567])
  fix(n, 'transfer', 'amount', ['1.234.567', 1234567], ['1.234,56', 1234.56], ['1 234,56', 1234.56], ['10,5', 10.5], ['0,25', 0.25], ['12,34,567', 1234567])
  fix(n, 'transfer', 'amount', ['２０', 20], ['٢٠', 20], ['२०', 20], ['1，234，567', 1234567], ['２０．５', 20.5], ['1\u00a0234\u00a0567', 1234567], ['1\u202f234\u202f567', 1234567])
  fix(n, 'transfer', 'amount', [' 20\n', 20], ['“20”', 20], ['`20`', 20], ['**20**', 20], ["'20.5'", 20.5], ['「20」', 20], ['1,234.5', 1234.5])
  fix(n, 'event', 'reminder_minutes', ['15', 15], ['15.0', 15], ['１５', 15], ['1,234,000', 1234000], ['1,500', 1500], ['0', 0], ['-0', 0], ['2e1', 20])
  fix(n, 'weather', 'location', [{ latitude: '−33.9', longitude: '+151.2' }, { latitude: -33.9, longitude: 151.2 }])
  fix(n, 'weather', 'location', [{ latitude: '-33.9', longitude: '１５１.２' }, { latitude: -33.9, longitude: 151.2 }])
  fix(n, 'issue', 'severity', ['2', 2], [' 3 ', 3], ['２', 2])
  fix(n, 'issue', 'milestone', ['12', 12], ['+12', 12])
  fix(n, 'statistics', 'values', [['1', '2.5'], [1, 2.5]], [['+1', '.5', '1e2'], [1, 0.5, 100]], ['3', [3]])
  fix(n, 'rows', 'limit', ['1_000', 1000], ['100', 100], ['1,000,000', 1000000])
  refuse(n, 'transfer', 'amount', ['1,234', '1234', '1.234'], ['twenty'], ['二十'], ['20 USD'], ['$20'], ['50%'], ['10k'], ['0x10'], ['007'], ['1/2'], ['(20)'])
  refuse(n, 'transfer', 'amount', [''], ['NaN'], ['Infinity'], ['1e400'], ['12345678901234567890'], [true], ['10-20'], ['about 20'], ['20..5'], ['2 0'], ['-5'])
  refuse(n, 'transfer', 'amount', ['1,23,4'], ['1,2345'], ['１，２３４', '1234', '1.234'], ['1234,567.8'], ['1.2.3'], ['20,', '20'], ['--5'], ['1e'])
  refuse(n, 'event', 'reminder_minutes', ['5.5'], ['10.000'], ['15 minutes'], ['1h'], ['-5'], ['five'], [5.5], ['1,5'], [false])
  refuse(n, 'issue', 'severity', ['P2'], ['5'], ['high'], [2.5])
  refuse(n, 'transfer', 'to_account', [12345678, '12345678'])

  // Booleans.
  const b = 'boolean'
  fix(b, 'transfer', 'urgent', ['true', true], ['True', true], ['FALSE', false], ['yes', true], ['No', false], ['Y', true], ['n', false], ['on', true])
  fix(b, 'transfer', 'urgent', ['OFF', false], ['1', true], ['0', false], ['t', true], ['F', false], ['enabled', true], ['disabled', false], ['"true"', true])
  fix(b, 'transfer', 'urgent', [' true ', true], ['true.', true], ['ｔｒｕｅ', true], ['`false`', false], ["'no'", false], ['**yes**', true], ['Yes.', true], ['true\n', true])
  fix(b, 'order', 'gift', ['是', true], ['否', false], ['真', true], ['假', false], ['是的', true], ['不是', false], ['对', true], ['开', true], ['关', false], ['是。', true])
  fix(b, 'weather', 'hourly', [{ value: 'true' }, true], [{ hourly: true }, true])
  refuse(b, 'transfer', 'urgent', ['maybe'], ['2'], ['-1'], [2], ['truefalse'], ['yes and no'], ['true/false'], ['tru', 'true'], ['not sure'], ['是否'], [[true]])

  // Dates, times, ids, addresses.
  const d = 'date, time, id, address'
  fix(d, 'flights', 'depart_date', ['2025/03/04', '2025-03-04'], ['2025.03.04', '2025-03-04'], ['20250304', '2025-03-04'], ['2025-3-4', '2025-03-04'])
  fix(d, 'flights', 'depart_date', ['March 4, 2025', '2025-03-04'], ['4 March 2025', '2025-03-04'], ['Mar 4 2025', '2025-03-04'], ['4th of March 2025', '2025-03-04'])
  fix(d, 'flights', 'depart_date', ['March 4th, 2025', '2025-03-04'], ['Tuesday, March 4, 2025', '2025-03-04'], ['04-Mar-2025', '2025-03-04'], ['4-mar-2025', '2025-03-04'])
  fix(d, 'flights', 'depart_date', ['25/12/2025', '2025-12-25'], ['12/25/2025', '2025-12-25'], ['25.12.2025', '2025-12-25'], ['03/03/2025', '2025-03-03'], ['2025–03–04', '2025-03-04'])
  fix(d, 'flights', 'depart_date', [' 2025-03-04 ', '2025-03-04'], ['"2025-03-04"', '2025-03-04'], ['2025 03 04', '2025-03-04'], ['2025-Mar-04', '2025-03-04'], ['2025-03-04.', '2025-03-04'])
  fix(d, 'order', 'deliver_on', ['2025年3月4日', '2025-03-04'], ['2025年03月04日', '2025-03-04'], ['二〇二五年三月四日', '2025-03-04'], ['２０２５-０３-０４', '2025-03-04'], ['2025年3月4号', '2025-03-04'], ['2025 年 3 月 4 日', '2025-03-04'])
  fix(d, 'event', 'start', ['2025-03-04 15:30:00Z', '2025-03-04T15:30:00Z'], ['2025-03-04T15:30Z', '2025-03-04T15:30:00Z'], ['2025-03-04T15:30:00+0800', '2025-03-04T15:30:00+08:00'])
  fix(d, 'event', 'start', ['2025-03-04 15:30:00 UTC', '2025-03-04T15:30:00Z'], ['2025-03-04T15:30:00 +08:00', '2025-03-04T15:30:00+08:00'], ['20250304T153000Z', '2025-03-04T15:30:00Z'])
  fix(d, 'event', 'start', ['Tue, 04 Mar 2025 15:30:00 GMT', '2025-03-04T15:30:00Z'], ['2025-03-04 3:30 PM UTC', '2025-03-04T15:30:00Z'], ['2025/03/04 15:30:00Z', '2025-03-04T15:30:00Z'], ['2025-03-04T15:30:00+08', '2025-03-04T15:30:00+08:00'])
  fix(d, 'event', 'start', ['2025-03-04 15:30:00 UTC+8', '2025-03-04T15:30:00+08:00'], ['2025-03-04T15:30:00.000 Z', '2025-03-04T15:30:00.000Z'], ['"2025-03-04T15:30:00Z"', '2025-03-04T15:30:00Z'], ['2025-03-04T15:30:00 GMT+08:00', '2025-03-04T15:30:00+08:00'])
  fix(d, 'alarm', 'at', ['7:30Z', '07:30:00Z'], ['07:30:00 UTC', '07:30:00Z'], ['7:30 PM UTC', '19:30:00Z'], ['07:30+08:00', '07:30:00+08:00'])
  const id = '550e8400-e29b-41d4-a716-446655440000'
  fix(d, 'order', 'order_id', [`{${id}}`, id], [`urn:uuid:${id}`, id], [id.replaceAll('-', ''), id], [` ${id} `, id], [`'${id}'`, id], [`<${id}>`, id], [id.replaceAll('-', '–'), id], [`\`${id}\``, id])
  fix(d, 'mail', 'reply_to', ['mailto:a@x.org', 'a@x.org'], ['<a@x.org>', 'a@x.org'], [' a@x.org\n', 'a@x.org'], ['a＠x.org', 'a@x.org'], ['"a@x.org"', 'a@x.org'], ['[a@x.org](mailto:a@x.org)', 'a@x.org'], ['a@x.org.', 'a@x.org'], ['`a@x.org`', 'a@x.org'])
  fix(d, 'image', 'source', ['<https://x.org/a>', 'https://x.org/a'], [' https://x.org/a ', 'https://x.org/a'], ['`https://x.org/a`', 'https://x.org/a'], ['[https://x.org/a](https://x.org/a)', 'https://x.org/a'], ['"https://x.org/a"', 'https://x.org/a'])
  fix(d, 'flights', 'origin', [' JFK ', 'JFK'], ['"JFK"', 'JFK'], ['`JFK`', 'JFK'], ['ＪＦＫ', 'JFK'])
  refuse(d, 'flights', 'depart_date', ['03/04/2025', '2025-03-04', '2025-04-03'], ['3-4-2025', '2025-03-04', '2025-04-03'], ['04.03.2025', '2025-03-04', '2025-04-03'], ['03/04/25'], ['tomorrow'], ['next Friday'], ['明天'])
  refuse(d, 'flights', 'depart_date', ['2025-02-30'], ['30/02/2025'], ['March 2025'], ['Monday, March 4, 2025'], ['2025-13-01'], ['4 March'], ['2025'], ['3月4日'], ['2025-03-04 to 2025-03-08'], ['2025-03-04T15:30:00Z'], ['ASAP'])
  refuse(d, 'event', 'start', ['2025-03-04T15:30:00'], ['2025-03-04'], ['2025-03-04 15:30 CST'], ['3pm'], ['03/04/2025 15:30:00Z'], ['2025-03-04T25:00:00Z'], [1741102200], ['2025-03-04 3:30 UTC+25'])
  refuse(d, 'alarm', 'at', ['07:30'], ['half past seven'], ['25:00Z'])
  refuse(d, 'order', 'order_id', [id.slice(1)], [`${id}0`], ['12345'], [`${id}, ${id.replace('5', '6')}`])
  refuse(d, 'mail', 'reply_to', ['a@@x.org'], ['a at x'], ['a@x.org, b@x.org'], ['Ann'])
  refuse(d, 'image', 'source', ['a.jpg'], ['https://x.org/a https://x.org/b'])

  // Nothing, in a word.
  const z = 'nothing'
  fix(z, 'event', 'reminder_minutes', ['None', undefined], ['null', undefined], ['undefined', undefined], [null, undefined], ['NULL', undefined], ['nil', undefined], ['none', undefined])
  fix(z, 'issue', 'milestone', ['None', null], ['null', null], ['', null], ['N/A', null], ['undefined', null], ['nil', null], ['"null"', null], ['无', null], ['n/a', null])
  fix(z, 'event', 'location', ['', null])
  fix(z, 'order', 'note', ['无', null], ['空', null], ['N/A', null], ['nil', null])
  fix(z, 'issue', 'assignee', ['None', null], ['null', null], ['', null], ['none', null], ['NULL', null])
  fix(z, 'flights', 'return_date', ['None', undefined], ['null', undefined], [null, undefined], ['undefined', undefined])
  fix(z, 'flights', 'cabin', [null, undefined], ['null', undefined], ['None', undefined])
  fix(z, 'flights', 'airlines', [null, undefined])
  fix(z, 'weather', 'units', ['null', undefined], [null, undefined])
  refuse(z, 'transfer', 'amount', ['None'], [null], ['null'])
  refuse(z, 'transfer', 'currency', ['None'], [null])
  refuse(z, 'flights', 'depart_date', ['null'], [null])
  refuse(z, 'event', 'title', [null])

  // Enums.
  const e = 'enum'
  fix(e, 'flights', 'cabin', ['Premium Economy', 'premium_economy'], ['premium-economy', 'premium_economy'], ['PREMIUM_ECONOMY', 'premium_economy'], ['premiumEconomy', 'premium_economy'])
  fix(e, 'flights', 'cabin', ["'business'", 'business'], ['Business.', 'business'], [' first ', 'first'], ['"Economy"', 'economy'], ['`economy`', 'economy'], ['**Business**', 'business'], ['premium economy', 'premium_economy'], ['premium.economy', 'premium_economy'])
  fix(e, 'image', 'format', ['PNG', 'png'], ['Jpeg', 'jpeg'], ['ｐｎｇ', 'png'], ['.png', 'png'], ['"webp"', 'webp'], [{ value: 'png' }, 'png'])
  fix(e, 'transfer', 'currency', ['usd', 'USD'], ['Eur', 'EUR'], [' cny', 'CNY'], ['ＪＰＹ', 'JPY'], ['“USD”', 'USD'])
  fix(e, 'order', 'status', ['已发货。', '已发货'], ['「已发货」', '已发货'], [' 已完成 ', '已完成'], ['“待付款”', '待付款'], ['已 付款', '已付款'])
  fix(e, 'rows', 'order_by', [{ column: 'id', direction: 'DESC' }, { column: 'id', direction: 'desc' }])
  fix(e, 'rows', 'filters', [[{ field: 'a', op: 'NOT IN', value: 1 }], [{ field: 'a', op: 'not_in', value: 1 }]], [[{ field: 'a', op: 'notIn', value: 1 }], [{ field: 'a', op: 'not_in', value: 1 }]])
  fix(e, 'issue', 'labels', [['Bug', 'Good-First-Issue'], ['bug', 'good first issue']], [['good_first_issue'], ['good first issue']])
  fix(e, 'shape', 'shape', [{ kind: 'Circle', radius: 1 }, { kind: 'circle', radius: 1 }], [{ kind: 'BOX', w: 1, h: 2 }, { kind: 'box', w: 1, h: 2 }])
  refuse(e, 'flights', 'cabin', ['buisness', 'business'], ['econmy', 'economy'], ['coach'], ['economy or business', 'economy', 'business'], ['any'], ['business, first', 'business', 'first'], ['premium'])
  refuse(e, 'image', 'format', ['jpg', 'jpeg'], ['gif'], ['png|jpeg', 'png', 'jpeg'], [''])
  refuse(e, 'transfer', 'currency', ['dollars'], ['USD/EUR', 'USD', 'EUR'], ['GBP'])
  refuse(e, 'order', 'status', ['已发', '已发货'], ['发货'], ['shipped'])
  refuse(e, 'weather', 'units', ['metrics', 'metric'], ['celsius'], [['metric']], ['imperal', 'imperial'])
  refuse(e, 'shape', 'shape', [{ kind: 'triangle', radius: 1 }, 'circle'], [{ kind: 'circle', w: 1, h: 2 }])

  // Lists.
  const l = 'list'
  const two = ['mon', 'tue']
  fix(l, 'alarm', 'days', ['mon, tue', two], ['mon,tue', two], ['mon; tue', two], ['mon | tue', two], ['mon and tue', two], ['mon、tue', two], ['Mon, Tue', two], ['mon & tue', two])
  fix(l, 'alarm', 'days', ['- mon\n- tue', two], ['1. mon\n2. tue', two], ['mon\ntue', two], ['[mon, tue]', two], ["['mon', 'tue']", two], ['["mon","tue"]', two], ['mon，tue', two], ['* mon\n* tue', two])
  fix(l, 'alarm', 'days', ['mon, tue, and wed', [...two, 'wed']], ['mon tue', two], ['mon/tue', two], ['mon, tue,', two], ['(mon, tue)', two], ['{"mon","tue"}', two], ['• mon\n• tue', two], ['mon和tue', two])
  fix(l, 'alarm', 'days', ['mon', ['mon']], ['"mon", "tue"', two], [{ '0': 'mon', '1': 'tue' }, two], [{ days: two }, two], [['MON', 'Tue'], two], ['mon;tue;', two], ['1) mon\n2) tue', two])
  fix(l, 'flights', 'airlines', ['AA, DL', ['AA', 'DL']], ['AA;DL', ['AA', 'DL']], ['["AA", "DL"]', ['AA', 'DL']], ['AA', ['AA']], ['AA and DL', ['AA', 'DL']], ['AA\nDL', ['AA', 'DL']])
  fix(l, 'event', 'attendees', ['a@x.org, b@x.org', ['a@x.org', 'b@x.org']], ['a@x.org; b@x.org', ['a@x.org', 'b@x.org']], ['a@x.org', ['a@x.org']], ['a@x.org and b@x.org', ['a@x.org', 'b@x.org']], ['<a@x.org>, <b@x.org>', ['a@x.org', 'b@x.org']])
  fix(l, 'statistics', 'values', ['1, 2, 3', [1, 2, 3]], ['[1, 2, 3]', [1, 2, 3]], ['1; 2; 3', [1, 2, 3]], ['1.5, 2.5', [1.5, 2.5]], ['1 2 3', [1, 2, 3]], ['1\n2\n3', [1, 2, 3]], ['1, 2 and 3', [1, 2, 3]], [7, [7]])
  fix(l, 'rows', 'columns', ['id', ['id']], ['["id", "name"]', ['id', 'name']], ["['id', 'name']", ['id', 'name']], [{ items: ['id'] }, ['id']])
  fix(l, 'issue', 'labels', ['bug, good first issue', ['bug', 'good first issue']], ['Bug; Docs', ['bug', 'docs']], ['good first issue', ['good first issue']])
  fix(l, 'order', 'items', [{ sku: 'a', quantity: '2' }, [{ sku: 'a', quantity: 2 }]], ['{"sku":"a","quantity":2}', [{ sku: 'a', quantity: 2 }]])
  refuse(l, 'rows', 'columns', ['id, name'], ['id\nname'], ['id and name'], ['id; name'], ['- id\n- name'], ['[id, name]'])
  refuse(l, 'alarm', 'days', ['mon-fri'], ['weekdays'], ['mon, everyday'], ['mon, mon'], ['mom', 'mon'], ['mon, teu'], [''], ['every day'])
  refuse(l, 'statistics', 'values', ['1,234'], ['10,500'], ['one, two'], ['1, 2, x'], ['1-3'], ['- 1\n- 2'], [['1', 'two']])
  refuse(l, 'event', 'attendees', ['Ann, Bob'], ['Ann <a@x.org>, Bob <b@x.org>'], ['a@x.org, b'])
  refuse(l, 'transfer', 'notify', ['sometimes'])
  fix(l, 'transfer', 'notify', ['true', true], ['yes', true], [' a@x.org ', 'a@x.org'])

  // More than one mistake at once.
  const m = 'several at once'
  whole(m, 'flights', () => ({ arguments: { Origin: 'JFK', destination: 'PEK', departDate: '2025/03/04', passengers: '2' } }), { passengers: 2 })
  whole(m, 'flights', (base) => ({ ...base, Cabin: 'Premium Economy', maxPrice: '1,234,567', nonstop: 'no' }), { cabin: 'premium_economy', max_price: 1234567, nonstop: false })
  whole(m, 'flights', (base) => ({ ...base, airlines: 'AA, DL', 'return-date': 'null' }), { airlines: ['AA', 'DL'] })
  whole(m, 'mail', () => ({ name: 'send_email', arguments: '{"To": "ann@example.com", "Subject": "Hello"}' }))
  whole(m, 'weather', () => ({ input: '{"Location": {"Latitude": "39.9", "Longitude": "116.4"}, "days": "3"}' }), { days: 3 })
  whole(m, 'order', ({ order_id }) => ({ orderId: `{${String(order_id)}}`, Status: '“已付款”', gift: '是' }), { gift: true })
  whole(m, 'order', (base) => ({ ...base, Items: '[{"SKU": "a", "quantity": "1"}]' }), { items: [{ sku: 'a', quantity: 1 }] })
  whole(m, 'image', ({ source }) => ({ Source: source, Format: 'PNG', Width: '1_024', keep_aspect_ratio: 'yes' }), { width: 1024, keepAspectRatio: true })
  whole(m, 'alarm', () => ({ Days: 'Mon, Tue', Snooze: 'off', volume: '.5' }), { days: two, snooze: false, volume: 0.5 })
  whole(m, 'issue', () => ({ Title: 'It breaks', labels: 'Bug, Docs', milestone: 'None', severity: '2' }), { labels: ['bug', 'docs'], milestone: null, severity: 2 })
  whole(m, 'transfer', () => ({ toAccount: '12345678', amount: '"20"', Currency: 'usd', urgent: 'Yes' }), { urgent: true })
  whole(m, 'shape', () => ({ parameters: { Shape: '{"kind": "circle", "radius": "2"}', filled: 'True' } }), { filled: true })
  whole(m, 'rows', (base) => ({ ...base, filters: { Field: 'age', op: 'GT', value: 3 }, limit: '10' }), { filters: [{ field: 'age', op: 'gt', value: 3 }], limit: 10 })
  not(m, 'flights', (base) => ({ ...base, passengers: 'two', departDate: '2025/03/05' }))
  not(m, 'transfer', (base) => ({ ...base, amount: '1,234', currency: 'usd' }), '1234', '1.234')
  return mistakes
}
