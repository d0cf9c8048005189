/** Networks that are not public: external data must never direct a request into them. */
export const localNetworks: readonly string[] = [
  '0.0.0.0/8', // this host
  '10.0.0.0/8', // private
  '100.64.0.0/10', // behind a provider’s NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, and cloud metadata
  '172.16.0.0/12', // private
  '192.0.0.0/24', // IETF protocols
  '192.0.2.0/24', // documentation
  '192.168.0.0/16', // private
  '198.18.0.0/15', // benchmarking
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved
  // Everything that is not global unicast, and ranges that embed an IPv4 address.
  // A mapped address (`::ffff:10.0.0.1`) is checked as its IPv4 address.
  '::/96', // loopback, and compatible with IPv4
  '::ffff:0:0:0/96', // translated IPv4
  '64:ff9b::/96', // translated IPv4
  '64:ff9b:1::/48', // translated IPv4, private
  '100::/64', // discarded
  '2001::/32', // Teredo, an IPv4 tunnel
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, an IPv4 tunnel
  'fc00::/7', // private
  'fe80::/10', // link-local
  'fec0::/10', // site-local
  'ff00::/8', // multicast
]
