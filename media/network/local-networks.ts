/** Networks that are not of the world: nothing that comes from outside may lead a request into them. */
export const localNetworks: readonly string[] = [
  '0.0.0.0/8', // this host
  '10.0.0.0/8', // private
  '100.64.0.0/10', // behind a provider’s NAT
  '127.0.0.0/8', // loopback
  '169.254.0.0/16', // link-local, and the data of cloud machines
  '172.16.0.0/12', // private
  '192.0.0.0/24', // IETF protocols
  '192.0.2.0/24', // documentation
  '192.168.0.0/16', // private
  '198.18.0.0/15', // measuring of devices
  '198.51.100.0/24', // documentation
  '203.0.113.0/24', // documentation
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved
  // All that is no unicast of the world, and what carries an IPv4 address within.
  // A mapped one (`::ffff:10.0.0.1`) is judged as the IPv4 address it is.
  '::/96', // loopback, and compatible with IPv4
  '::ffff:0:0:0/96', // translated IPv4
  '64:ff9b::/96', // translated IPv4
  '64:ff9b:1::/48', // translated IPv4, private
  '100::/64', // discarded
  '2001::/32', // Teredo, a tunnel of IPv4
  '2001:db8::/32', // documentation
  '2002::/16', // 6to4, a tunnel of IPv4
  'fc00::/7', // private
  'fe80::/10', // link-local
  'fec0::/10', // site-local
  'ff00::/8', // multicast
]
