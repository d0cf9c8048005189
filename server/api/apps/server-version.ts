import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

const Package = z.object({ version: z.string() })

/** The version of this Ekran, from its package. */
export const serverVersion = z.parse(
  Package,
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')),
).version
