#!/usr/bin/env node
/**
 * Unit Converter
 *
 * Converts a value between units. A module to embed: `import { run } from './main.mjs'`. Started as a program it reads one
 * request from stdin like every other skill.
 *
 * stdin:  {"action": "run", "params": {"value": 5, "from": "mi", "to": "km"}}
 * stdout: {"success": true, "action": "run", "data": {"value": 8.04672, "unit": "km", "quantity": "length"}}
 */
import { realpathSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'

// How much of the base unit one unit is, and what people call it. Names are compared without case, spaces, dots and hyphens.
const QUANTITIES = {
  length: {
    nm: [1e-9, 'nanometer', 'nanometre', '纳米'],
    um: [1e-6, 'µm', 'μm', 'micron', 'micrometer', 'micrometre', '微米'],
    mm: [0.001, 'millimeter', 'millimetre', '毫米'],
    cm: [0.01, 'centimeter', 'centimetre', '厘米', '公分'],
    dm: [0.1, 'decimeter', 'decimetre', '分米'],
    m: [1, 'meter', 'metre', '米', '公尺'],
    km: [1000, 'kilometer', 'kilometre', '公里', '千米'],
    in: [0.0254, 'inch', 'inches', '"', '″', '英寸', '吋'],
    ft: [0.3048, 'foot', 'feet', "'", '′', '英尺', '呎'],
    yd: [0.9144, 'yard', '码'],
    mi: [1609.344, 'mile', '英里', '哩'],
    nmi: [1852, 'nautical mile', '海里', '浬'],
    fathom: [1.8288, '英寻'],
    furlong: [201.168],
    AU: [149_597_870_700, 'astronomical unit', '天文单位'],
    ly: [9_460_730_472_580_800, 'light year', '光年'],
    li: [500, '里', '华里', '市里'],
    chi: [1 / 3, '尺', '市尺'],
    cun: [1 / 30, '寸', '市寸'],
    zhang: [10 / 3, '丈', '市丈'],
  },
  area: {
    'mm²': [1e-6, 'mm2', 'square millimeter', 'square millimetre', '平方毫米'],
    'cm²': [1e-4, 'cm2', 'square centimeter', 'square centimetre', '平方厘米'],
    'm²': [1, 'm2', 'sqm', 'square meter', 'square metre', '平方米', '平米', '平方'],
    'km²': [1e6, 'km2', 'square kilometer', 'square kilometre', '平方公里', '平方千米'],
    ha: [1e4, 'hectare', '公顷'],
    'in²': [0.00064516, 'in2', 'sqin', 'square inch', 'square inches', '平方英寸'],
    'ft²': [0.09290304, 'ft2', 'sqft', 'square foot', 'square feet', '平方英尺'],
    acre: [4046.8564224, 'ac', '英亩'],
    'mi²': [2589988.110336, 'mi2', 'square mile', '平方英里'],
    mu: [2000 / 3, '亩', '市亩'],
  },
  mass: {
    ug: [1e-9, 'µg', 'μg', 'mcg', 'microgram', '微克'],
    mg: [1e-6, 'milligram', '毫克'],
    gr: [0.00006479891, 'grain', '格令'],
    ct: [0.0002, 'carat', '克拉'],
    g: [0.001, 'gram', 'gramme', '克', '公克'],
    kg: [1, 'kilo', 'kilogram', 'kilogramme', '千克', '公斤'],
    t: [1000, 'tonne', 'ton', 'metric ton', 'metric tonne', '吨', '公吨'],
    oz: [0.028349523125, 'ounce', '盎司'],
    lb: [0.45359237, 'lbs', 'pound', '磅'],
    st: [6.35029318, 'stone', '英石'],
    'short ton': [907.18474, 'us ton', 'ton', '短吨'],
    'long ton': [1016.0469088, 'imperial ton', '长吨'],
    jin: [0.5, '斤', '市斤'],
    liang: [0.05, '两', '市两'],
  },
  volume: {
    ml: [0.001, 'milliliter', 'millilitre', 'cc', 'cm³', 'cm3', '毫升', '立方厘米'],
    cl: [0.01, 'centiliter', 'centilitre', '厘升'],
    dl: [0.1, 'deciliter', 'decilitre', '分升'],
    l: [1, 'liter', 'litre', 'dm³', 'dm3', '升', '公升'],
    'm³': [1000, 'm3', 'cubic meter', 'cubic metre', '立方米'],
    'in³': [0.016387064, 'in3', 'cubic inch', 'cubic inches', '立方英寸'],
    'ft³': [28.316846592, 'ft3', 'cubic foot', 'cubic feet', '立方英尺'],
    tsp: [0.00492892159375, 'teaspoon', '茶匙'],
    tbsp: [0.01478676478125, 'tablespoon', '汤匙'],
    'fl oz': [0.0295735295625, 'fluid ounce', '液盎司', '液量盎司'],
    cup: [0.2365882365, 'us cup', '杯'],
    pt: [0.473176473, 'pint', 'us pint', '品脱'],
    qt: [0.946352946, 'quart', '夸脱'],
    gal: [3.785411784, 'gallon', 'us gallon', '加仑', '美制加仑'],
    'imp gal': [4.54609, 'imperial gallon', 'uk gallon', '英制加仑'],
  },
  time: {
    ns: [1e-9, 'nanosecond', '纳秒'],
    us: [1e-6, 'µs', 'μs', 'microsecond', '微秒'],
    ms: [0.001, 'millisecond', '毫秒'],
    s: [1, 'sec', 'second', '秒', '秒钟'],
    min: [60, 'minute', '分', '分钟'],
    h: [3600, 'hr', 'hour', '小时', '钟头'],
    day: [86_400, 'd', '天', '日'],
    week: [604_800, 'wk', '周', '星期', '礼拜'],
  },
  data: {
    bit: [1 / 8, '比特'],
    kbit: [125, 'kb', 'kilobit'],
    Mbit: [125e3, 'Mb', 'megabit', '兆比特'],
    Gbit: [125e6, 'Gb', 'gigabit'],
    B: [1, 'byte', '字节'],
    kB: [1e3, 'KB', 'kilobyte', '千字节'],
    MB: [1e6, 'megabyte', '兆字节'],
    GB: [1e9, 'gigabyte', '吉字节'],
    TB: [1e12, 'terabyte', '太字节'],
    PB: [1e15, 'petabyte'],
    KiB: [1024, 'kibibyte'],
    MiB: [1024 ** 2, 'mebibyte'],
    GiB: [1024 ** 3, 'gibibyte'],
    TiB: [1024 ** 4, 'tebibyte'],
  },
  speed: {
    'm/s': [
      1,
      'mps',
      'meter per second',
      'metre per second',
      'meters per second',
      'metres per second',
      '米每秒',
      '米/秒',
    ],
    'km/h': [
      1 / 3.6,
      'kph',
      'kmh',
      'kmph',
      'km per hour',
      'kilometers per hour',
      'kilometres per hour',
      '公里每小时',
      '公里/小时',
      '千米每小时',
    ],
    mph: [0.44704, 'mi/h', 'mile per hour', 'miles per hour', '英里每小时', '英里/小时'],
    kn: [1852 / 3600, 'kt', 'knot', '节'],
    'ft/s': [0.3048, 'fps', 'feet per second', '英尺每秒'],
  },
  temperature: {
    C: [
      1,
      '°C',
      '℃',
      'celsius',
      'centigrade',
      'degree celsius',
      'degrees celsius',
      'deg c',
      'degrees c',
      '摄氏度',
      '摄氏',
      '度',
    ],
    F: [
      5 / 9,
      '°F',
      '℉',
      'fahrenheit',
      'degree fahrenheit',
      'degrees fahrenheit',
      'deg f',
      'degrees f',
      '华氏度',
      '华氏',
    ],
    K: [1, 'kelvin', '开尔文', '开'],
  },
  pressure: {
    Pa: [1, 'pascal', '帕', '帕斯卡'],
    hPa: [100, 'hectopascal', 'mbar', 'millibar', '百帕'],
    kPa: [1000, 'kilopascal', '千帕'],
    MPa: [1e6, 'megapascal', '兆帕'],
    bar: [1e5, '巴'],
    atm: [101_325, 'atmosphere', '标准大气压', '大气压'],
    psi: [6894.757293168361, 'pounds per square inch'],
    mmHg: [133.322387415, 'torr', '毫米汞柱'],
  },
  energy: {
    J: [1, 'joule', '焦', '焦耳'],
    kJ: [1000, 'kilojoule', '千焦'],
    MJ: [1e6, 'megajoule', '兆焦'],
    cal: [4.184, 'calorie', '卡', '卡路里'],
    kcal: [4184, 'Cal', 'kilocalorie', 'food calorie', '千卡', '大卡'],
    Wh: [3600, 'watt hour', '瓦时'],
    kWh: [3.6e6, 'kilowatt hour', '千瓦时', '度电'],
    BTU: [1055.05585262, 'british thermal unit'],
  },
  power: {
    mW: [0.001, 'milliwatt', '毫瓦'],
    W: [1, 'watt', '瓦', '瓦特'],
    kW: [1000, 'kilowatt', '千瓦'],
    MW: [1e6, 'megawatt', '兆瓦'],
    hp: [745.6998715822702, 'horsepower', '英制马力'],
    PS: [735.49875, 'metric horsepower', '马力', '公制马力'],
  },
}
// Temperatures also have a zero of their own.
const ZERO = { C: 0, F: 32, K: 273.15 }

/** Why a conversion cannot be done, as the caller is told. */
class Failure extends Error {
  constructor(code, message, more = {}) {
    super(message)
    this.code = code
    this.more = more
  }
}

/** Converts a value: the whole skill as a function. Throws an error with a `code` when it cannot be done. */
export async function run(params, context = {}) {
  const { value, from, to } = params
  const missing = ['value', 'from', 'to'].filter((name) => params[name] === undefined)
  if (missing.length > 0) {
    throw new Failure('MISSING_PARAM', `Missing required parameters: ${missing.join(', ')}`, { details: { missing } })
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new Failure('INVALID_PARAM', 'value must be a number')
  context.signal?.throwIfAborted()
  const [source, target] = [findUnit(from), findUnit(to)]
  if (source.quantity !== target.quantity) {
    throw new Failure('INVALID_PARAM', `${from} is a unit of ${source.quantity}, ${to} is one of ${target.quantity}`)
  }
  const { quantity } = source
  const zeroOf = (unit) => (quantity === 'temperature' ? ZERO[unit] : 0)
  const result = ((value - zeroOf(source.unit)) * source.factor) / target.factor + zeroOf(target.unit)
  // Twelve digits are more than any scale has, and hide what binary fractions add.
  return { value: Number(result.toPrecision(12)), unit: target.unit, quantity }
}

/** Symbols and names as they are written, then without case, spaces, dots, hyphens, carets and the s of a plural; two readings are none. */
function findUnit(name) {
  if (typeof name !== 'string') throw new Failure('INVALID_PARAM', `A unit must be text, got ${typeof name}`)
  const written = name.trim()
  const keys = [folded(written), folded(written).replace(/s$/, '')]
  const exact = UNITS.filter(({ names }) => names.includes(written))
  const found = exact.length > 0 ? exact : UNITS.filter(({ names }) => names.some((one) => keys.includes(folded(one))))
  if (found.length === 1) return found[0]
  if (found.length === 0) {
    throw new Failure('INVALID_PARAM', `Unknown unit: ${name}`, { details: { known: UNITS.map(({ unit }) => unit) } })
  }
  const readings = found.map(({ unit }) => unit)
  throw new Failure('INVALID_PARAM', `${name} may mean ${readings.join(' or ')}`, { details: { readings } })
}

function folded(name) {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s._^-]/g, '')
}

const UNITS = Object.entries(QUANTITIES).flatMap(([quantity, units]) =>
  Object.entries(units).map(([unit, [factor, ...names]]) => ({
    quantity,
    unit,
    factor,
    names: [unit, ...names],
  })),
)

/** Answers one request of the stdin/stdout protocol. */
async function answer(input) {
  let request
  try {
    request = JSON.parse(input)
  } catch (problem) {
    return [
      { success: false, error: { code: 'INVALID_JSON', message: `Failed to parse input JSON: ${problem.message}` } },
      1,
    ]
  }
  const { action = 'run', params = {}, context = {} } = request ?? {}
  if (process.env.SKILL_DEBUG === '1') console.error('DEBUG request:', input)
  if (action !== 'run') {
    const error = { code: 'UNKNOWN_ACTION', message: `Unknown action: ${action}`, supported_actions: ['run'] }
    return [{ success: false, action, error }, 0]
  }
  try {
    return [{ success: true, action, data: await run(params ?? {}, context ?? {}) }, 0]
  } catch (problem) {
    const { code = 'INTERNAL_ERROR', message, more } = problem
    return [{ success: false, action, error: { code, message, ...more } }, problem instanceof Failure ? 0 : 1]
  }
}

const started = process.argv[1]
if (started !== undefined && pathToFileURL(realpathSync(started)).href === import.meta.url) {
  const [result, exitCode] = await answer(await text(process.stdin))
  process.stdout.write(`${JSON.stringify(result)}\n`)
  process.exitCode = exitCode
}
