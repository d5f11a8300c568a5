/** What a conversation draws with the host's state. One file, which loads after the first frame. */
export { Announcer } from './announcer'
export { ConversationContent } from './conversation-content'
