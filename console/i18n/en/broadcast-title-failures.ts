/** English for failures of films in the archive. */
export const broadcastTitleFailures = {
  broadcast_title_not_found: 'This film is no longer in the archive',
  broadcast_title_unmatched: 'Nothing in the catalogue fits. Attach the right title by hand',
}
