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

// How much of the base unit one unit is; temperatures also have a zero of their own.
const QUANTITIES = {
  length: { mm: 0.001, cm: 0.01, m: 1, km: 1000, in: 0.0254, ft: 0.3048, yd: 0.9144, mi: 1609.344 },
  mass: { g: 0.001, kg: 1, t: 1000, oz: 0.028349523125, lb: 0.45359237 },
  volume: { ml: 0.001, l: 1, cup: 0.2365882365, gal: 3.785411784 },
  time: { s: 1, min: 60, h: 3600, day: 86_400 },
  data: { B: 1, kB: 1e3, MB: 1e6, GB: 1e9, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 },
  speed: { 'm/s': 1, 'km/h': 1 / 3.6, mph: 0.44704, kn: 1852 / 3600 },
  temperature: { C: 1, F: 5 / 9, K: 1 },
}
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
  const quantity = quantityOf(from)
  if (quantityOf(to) !== quantity) {
    throw new Failure('INVALID_PARAM', `${from} is a unit of ${quantity}, ${to} is one of ${quantityOf(to)}`)
  }
  const units = QUANTITIES[quantity]
  const base = (value - (quantity === 'temperature' ? ZERO[from] : 0)) * units[from]
  const result = base / units[to] + (quantity === 'temperature' ? ZERO[to] : 0)
  // Twelve digits are more than any scale has, and hide what binary fractions add.
  return { value: Number(result.toPrecision(12)), unit: to, quantity }
}

function quantityOf(unit) {
  const found = Object.entries(QUANTITIES).find(([, units]) => typeof unit === 'string' && Object.hasOwn(units, unit))
  if (found) return found[0]
  const known = Object.values(QUANTITIES).flatMap((units) => Object.keys(units))
  throw new Failure('INVALID_PARAM', `Unknown unit: ${unit}`, { details: { known } })
}

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
