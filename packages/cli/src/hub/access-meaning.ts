/** What each access of a skill means to others. */
export const ACCESS_MEANING = {
  public: 'everybody sees and uses it',
  restricted: 'everybody sees it, whoever is signed in uses it',
  private: 'only its scope, reviewers and whom you let in know that it exists',
} as const
