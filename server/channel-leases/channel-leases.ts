/** The public API of channel leases: which process with `media` records which channel. */
export { type ChannelLeases, MediaInUse, openChannelLeases } from './keep-leases.ts'
export { balanceNodes, drainNode, listMediaNodes, type MediaNode, undrainNode } from './manage-nodes.ts'
