import { useParams } from '#web/router/router.ts'
import { ChannelPage } from './channel-page.tsx'

/** `/channel/{id}`: the channel plays at once. */
export function ChannelScreen() {
  return <ChannelPage cid={Number(useParams()['id'])} pid={null} moment={null} minuteToken={null} />
}
