import { useParams } from 'react-router'
import { ChannelPage } from './channel-page.tsx'

/** `/channel/{id}`: the channel plays at once. */
export function ChannelScreen() {
  return <ChannelPage cid={Number(useParams()['id'])} pid={null} />
}
