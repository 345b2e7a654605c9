declare module '*.svelte' {
  import type { Component } from 'svelte'

  const component: Component
  export default component
}

/** What fetch takes in Node, and the types of browsers do not know yet. */
interface RequestInit {
  duplex?: 'half'
}
