/** The public API of channel leases: which process with `media` records which channel. */
export { type ChannelLeases, type LeaseOptions, MediaInUse, openChannelLeases } from './keep-leases.ts'
export {
  balanceNodes,
  drainNode,
  listMediaNodes,
  type MediaNode,
  type NodeChanged,
  undrainNode,
} from './manage-nodes.ts'
