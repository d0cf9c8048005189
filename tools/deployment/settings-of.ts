/** What the product knows of names that files of a deployment use. */
import { settings } from '#server/platform/settings/settings.ts'

/** The key that opens the installation's secrets is read before the settings. */
const besides = ['EKRAN_KEY', 'EKRAN_KEY_FILE', 'NODE_ENV', 'NODE_COMPILE_CACHE', 'PATH']

/** Whether a process of Ekran, or Node, reads this variable of its environment. */
export function isSetting(name: string): boolean {
  return Object.hasOwn(settings, name) || besides.includes(name) || /^MALLOC_[A-Z_]+$/.test(name)
}

/** Whether `--only` accepts it. */
export function isPart(name: string): boolean {
  return ['api', 'media', 'jobs'].includes(name)
}

/** The assignments of a file of settings: `NAME=value`, one a line. */
export function assignmentsIn(text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
}
