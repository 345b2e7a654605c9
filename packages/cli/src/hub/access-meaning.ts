/** What each access of a skill means to others. */
export const ACCESS_MEANING = {
  public: 'anyone can see and use it',
  restricted: 'anyone can see it, signed-in users can use it',
  private: 'visible only to its scope, reviewers and users you let in',
} as const
