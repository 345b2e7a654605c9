import { afterAll } from 'vitest'

// Test files that share a process find its environment, its working directory and its mask for new files as the first of them did.
const env = { ...process.env }
const dir = process.cwd()
const mask = process.umask()

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(dir)
  process.umask(mask)
})
