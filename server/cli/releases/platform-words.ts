import { appPlatforms, type AppPlatform } from '#contract/site/apps.ts'
import { shown } from '#server/cli/command/command.ts'
import { isVersion } from '#server/releases/releases.ts'

/** The platform of this name, or undefined. */
export function platformOf(word: string): AppPlatform | undefined {
  return appPlatforms.find((platform) => platform === word)
}

export function noPlatform(word: string): string {
  return `${shown(word)} is no platform; there are ${appPlatforms.join(', ')}`
}

/** The error of a version after this option; undefined when it is valid, and for "none". */
export function versionProblem(option: string, value: string | undefined): string | undefined {
  if (value === undefined || value === 'none') return undefined
  return isVersion(value) && value.length <= 40
    ? undefined
    : `--${option} ${shown(value)} is no version; write it as 1.4.0, or none`
}

/** "none" removes a value. */
export function withoutNone(value: string): string {
  return value === 'none' ? '' : value
}
