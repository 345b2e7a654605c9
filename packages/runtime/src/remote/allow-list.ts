import { isIP } from 'node:net'
import { SkillError } from '@skillwright/contract'
import ipaddr from 'ipaddr.js'
import { type Address, readAddress } from './public-address.ts'

/** What an operator allows beyond the public internet. */
export interface AllowList {
  /** True when the name or literal address was allowed as such. */
  host(hostname: string, port: number): boolean
  address(address: string, port: number): boolean
  /** True when the port itself was written for this host or address. */
  port(hostname: string, port: number): boolean
}

/** Reads `intranet.example`, `*.corp.example`, `10.0.0.0/8`, `127.0.0.1:8080`, `[::1]:8080`. Throws for anything else. */
export function readAllowList(entries: readonly string[]): AllowList {
  const rules = entries.map(readEntry)
  const fitsPort = (rule: Rule, port: number) => rule.port === undefined || rule.port === port
  const fitsHost = (rule: Rule, hostname: string) => {
    const address = readAddress(hostname)
    return address === undefined ? rule.fitsName(hostname) : rule.fitsAddress(address)
  }
  return {
    host: (hostname, port) => rules.some((rule) => fitsPort(rule, port) && fitsHost(rule, hostname)),
    address: (text, port) => {
      const address = readAddress(text)
      return address !== undefined && rules.some((rule) => fitsPort(rule, port) && rule.fitsAddress(address))
    },
    port: (hostname, port) => rules.some((rule) => rule.port === port && fitsHost(rule, hostname)),
  }
}

interface Rule {
  readonly port: number | undefined
  fitsName(hostname: string): boolean
  fitsAddress(address: Address): boolean
}

function readEntry(entry: string): Rule {
  const { host, bits, port } = splitEntry(entry)
  const address = readAddress(host)
  if (address !== undefined) {
    const full = address instanceof ipaddr.IPv4 ? 32 : 128
    const prefix = bits ?? full
    if (prefix > full) throw wrong(entry)
    return { port, fitsName: () => false, fitsAddress: (other) => contains(address, prefix, other) }
  }
  if (bits !== undefined || !/^(\*\.)?[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/i.test(host)) throw wrong(entry)
  const name = host.toLowerCase().replace(/\.$/, '')
  return { port, fitsName: (other) => fitsPattern(name, other.replace(/\.$/, '')), fitsAddress: () => false }
}

function splitEntry(entry: string): { host: string; bits: number | undefined; port: number | undefined } {
  const bare = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(entry)
  if (isIP(bare?.[1] ?? '') === 6) return { host: bare?.[1] ?? '', bits: number(bare?.[2]), port: undefined }
  const parts = /^(\[[^\]]+\]|[^:/]+)(?:\/(\d{1,3}))?(?::(\d{1,5}))?$/.exec(entry)
  if (parts === null) throw wrong(entry)
  return { host: parts[1] ?? '', bits: number(parts[2]), port: number(parts[3]) }
}

function number(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text)
}

function contains(base: Address, bits: number, address: Address): boolean {
  if (base instanceof ipaddr.IPv4) return address instanceof ipaddr.IPv4 && address.match(base, bits)
  return address instanceof ipaddr.IPv6 && address.match(base, bits)
}

function fitsPattern(pattern: string, hostname: string): boolean {
  return pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) : hostname === pattern
}

function wrong(entry: string): SkillError {
  const message = `Expected a host, an address or a CIDR range, each with an optional port, got ${JSON.stringify(entry)}`
  return new SkillError('INVALID_INPUT', message, { hint: 'Write intranet.example, 10.0.0.0/8 or 127.0.0.1:8080.' })
}
