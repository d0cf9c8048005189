/** Executes on this television what a phone has sent. */
import { pathOf } from '#contract/form/pages.ts'
import type { RemoteCommand } from '#contract/playback/remote-control.ts'
import type { NowPlaying } from '#web/player/playback/now-playing.ts'
import { pressKey } from './press-key.ts'

interface CommandTools {
  readonly playing: () => NowPlaying | null
  /** The page's path with its query. */
  readonly place: () => string
  /** `instead` replaces the current history entry. */
  readonly go: (path: string, instead: boolean) => void
  /** True while the television shows a question that only its own remote may answer. */
  readonly isAsking: () => boolean
}

export function runCommand(command: RemoteCommand, tools: CommandTools): void {
  const playing = tools.playing()
  switch (command.kind) {
    case 'open':
      if (tools.place() !== command.path) tools.go(command.path, false)
      return
    case 'search':
      return searchFor(command.text, tools)
    case 'play':
      return playing?.resume()
    case 'pause':
      return playing?.playback.pause()
    case 'stop':
      return playing?.close()
    case 'seek':
      return playing?.seek(command.position_sec)
    case 'audio':
      return playing?.playback.choices.setAudio(command.track_id)
    case 'subtitles':
      return playing?.playback.choices.setText(command.track_id === '' ? null : command.track_id)
    case 'key':
      if (!tools.isAsking()) pressKey(command.key)
  }
}

/** While the viewer types, the search stays one page, so that Back leaves it at once. */
function searchFor(text: string, { place, go }: CommandTools): void {
  const path = pathOf('search')
  const isThere = place().split('?')[0] === path
  const query = text.trim()
  go(query === '' ? path : `${path}?${new URLSearchParams({ q: query }).toString()}`, isThere)
}
