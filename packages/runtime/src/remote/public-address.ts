import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** An IP address, with an IPv4 address that was wrapped as `::ffff:…` unwrapped. */
export type Address = ipaddr.IPv4 | ipaddr.IPv6

/** Reads an IP address in its plain notation, with or without brackets; undefined for a name. */
export function readAddress(text: string): Address | undefined {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  // Asked of Node first: ipaddr.js also reads 0x7f.1 and friends, which only the URL parser should have to know.
  return isIP(bare) === 0 ? undefined : ipaddr.process(bare)
}

/** True for an address of the public internet; false for everything private, special, embedded, or no address at all. */
export function isPublicAddress(text: string): boolean {
  const address = readAddress(text)
  if (address === undefined) return false
  if (address instanceof ipaddr.IPv4) return isPublicV4(address)
  // On a network with NAT64 every IPv4 host looks like this, so it is judged by the address inside.
  if (address.match(NAT64)) return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(12)))
  return address.range() === 'unicast' && address.match(GLOBAL) && !isIsatap(address)
}

/** The well-known NAT64 prefix. The local one, 64:ff9b:1::/48, may lead anywhere and is refused. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')
/** What was given out as global unicast; outside it even `range()` has holes, such as `::127.0.0.1`. */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3')
/** Public by its number, yet it answers only inside Azure, to every machine there. */
const AZURE_HOST = '168.63.129.16'

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && address.toString() !== AZURE_HOST
}

/** An interface id of the form 0:5efe:a.b.c.d, which tunnels to that IPv4 address whatever the prefix says. */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [, , , , high = 0, low = 0] = address.parts
  return (high & 0xfcff) === 0 && low === 0x5efe
}
