/** Writes docs/guides/settings.md from the table that reads the settings. */
import { writeFileSync } from 'node:fs'
import { settingsGuide } from '#server/platform/settings/services/settings-guide.ts'

writeFileSync(new URL('../docs/guides/settings.md', import.meta.url), settingsGuide())
