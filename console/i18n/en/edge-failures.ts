/** English for failures of the list of edges. */
export const edgeFailures = {
  edge_not_found: 'There is no such edge any more. Load the page again',
  edge_base_wrong: 'Write the address of the edge without a path: https://edge1.example.uz',
  edge_base_taken: 'The edge “{name}” has this address already. Write another one',
  edge_health_wrong:
    'Write the whole address of the check, as https://edge1.example.uz/healthz, or leave the field empty',
  edge_prefix_wrong: '“{value}” is no network. Write for example 10.20.0.0/16 or 2001:db8::/32',
  edge_prefixes_full: 'An edge has {max} networks at most. Replace neighbouring ones by a wider one',
  edges_full: 'There cannot be more than {max}. Delete some',
} as const
