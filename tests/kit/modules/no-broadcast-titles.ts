/** No films in the archive and no blackouts, for tests about something else. */
import type { Blackouts } from '#server/blackouts/blackouts.ts'
import { noTelevision } from './no-television.ts'
import type { BroadcastTitles } from '#server/broadcast-titles/broadcast-titles.ts'

export const noBroadcastTitles: {
  readonly blackouts: Pick<Blackouts, 'concernsChannel' | 'ofChannel'>
  readonly broadcastTitles: Pick<BroadcastTitles, 'current' | 'recorded' | 'requestPoster'>
} = {
  blackouts: { concernsChannel: () => false, ofChannel: () => ({ all: undefined, times: [] }) },
  broadcastTitles: {
    current: () =>
      Promise.resolve({
        titles: [],
        title: () => undefined,
        ofVid: () => undefined,
        ofProgramme: () => undefined,
      }),
    recorded: () => undefined,
    requestPoster: () => undefined,
  },
}

/** With no channels either, for endpoints of films. */
export const noBroadcasts = {
  ...noBroadcastTitles,
  billing: { channelsOfTariff: async () => undefined },
  television: noTelevision,
}
