/** What fetch takes in Node, and the types of browsers do not know yet. */
interface RequestInit {
  duplex?: 'half'
}
