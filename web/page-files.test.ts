import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { screensIn } from './page-files.ts'

it('names an existing file for the screen of each lazily loaded page', () => {
  const routes = readFileSync(new URL('./routes.tsx', import.meta.url), 'utf8')
  const screens = screensIn(routes)
  expect(screens.size).toBe(routes.match(/: lazily\(/g)?.length)
  for (const [page, file] of screens)
    expect(file !== '' && existsSync(new URL(file, new URL('./', import.meta.url))), `${page}: ${file}`).toBe(
      true,
    )
})
