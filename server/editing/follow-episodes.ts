/** What concerns other modules when episodes are moved to another series. */
import { type FollowEpisodes, filesOfEpisodes } from '#server/catalogue/catalogue.ts'
import { followFiles } from '#server/viewing/viewing.ts'

/** The positions of viewers follow the files of these episodes. */
export const followEpisodes: FollowEpisodes = async (tx, episodeIds) => {
  await followFiles(tx, await filesOfEpisodes(tx, episodeIds))
}
