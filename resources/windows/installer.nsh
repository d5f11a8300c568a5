; The app registers parley: for the user when it starts. The uninstaller takes that back, except during an update.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\parley"
  ${endIf}
!macroend
