import type { consoleChannels as endpoints } from '#contract/console/channels.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import type { ContentDeps } from '#server/console/changes/record-set.ts'
import { storePiece } from '#server/console/pictures/store-piece.ts'
import { fetchPicture } from '#server/imports/imports.ts'
import { type Pictures, pictureAddress } from '#server/pictures/pictures.ts'
import { logoWidth } from './present-channels.ts'

export interface ChannelDeps extends ContentDeps {
  readonly pictures: Pick<Pictures, 'append' | 'freeBytes' | 'has' | 'store'>
}

/** Logos from files and addresses; which channel has one is an edit of it. */
export function logoHandlers(
  deps: ChannelDeps,
): ConsoleHandlers<typeof endpoints, 'picture' | 'fetchPicture'> {
  return {
    picture: (input, call) => storePiece(deps, { kind: 'logo', width: logoWidth }, input, call),
    fetchPicture: async ({ address }) => {
      const outcome = await fetchPicture(address, deps.pictures)
      if (outcome.kind === 'unreachable') return reject('picture_unreachable')
      if (outcome.kind === 'refused') return reject('picture_refused')
      const { version: picture } = outcome
      return respond({ picture, image: pictureAddress('logo', 1, picture, logoWidth) })
    },
  }
}
