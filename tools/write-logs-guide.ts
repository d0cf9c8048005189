/** Writes docs/guides/logs.md from the tables of log events. */
import { writeFileSync } from 'node:fs'
import { logsGuide } from './logs-guide.ts'

writeFileSync(new URL('../docs/guides/logs.md', import.meta.url), logsGuide())
