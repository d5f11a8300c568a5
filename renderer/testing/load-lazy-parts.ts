/**
 * Parts that the window loads late. A test that shows the whole window imports this, so that compiling them counts as
 * loading the file and not as the first test that needs one.
 */
import '../command-menu/command-menu'
import '../consent/consent-layer'
import '../conversation/composer/arguments-dialog'
import '../conversation/composer/model-picker'
import '../conversation/messages/message-list'
import '../servers/server-page'
import '../servers/servers-dialog'
import '../settings/settings-dialog'
import '../shell/about/about-dialog'
import '../shell/list-dialogs/list-dialogs'
import '../ui/controls/menu'
import '../welcome/welcome'
