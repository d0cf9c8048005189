import { appPlatforms } from '#contract/site/apps.ts'
import { shown } from '#server/cli/command/command.ts'
import { listCommand } from '#server/cli/command/list-command.ts'
import { listReleases } from '#server/releases/releases.ts'

export const releasesShow = listCommand(
  'releases show',
  'the minimum and the recommended version of each packaged app, and where it is installed from',
  async ({ work }) => {
    const releases = new Map((await listReleases(work.db)).map((release) => [release.platform, release]))
    return appPlatforms.flatMap((platform) => {
      const release = releases.get(platform)
      if (release === undefined) return [`${platform.padEnd(10)} nothing is set`]
      const { minimumVersion, recommendedVersion, storeUrl, note } = release
      const line = `minimum ${minimumVersion || 'none'}, recommended ${recommendedVersion || 'none'}, store ${storeUrl || 'none'}`
      const notes = Object.entries(note).filter(([, text]) => text !== '')
      return [
        `${platform.padEnd(10)} ${line}`,
        ...notes.map(([language, text]) => `${' '.repeat(10)} note ${language}: ${shown(text)}`),
      ]
    })
  },
)
