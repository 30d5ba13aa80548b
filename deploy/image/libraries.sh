#!/bin/sh
# libraries.sh FOLDER PACKAGE...: copies the files of installed Debian packages into FOLDER, but no programs and no documentation. Their
# entries in the package database are kept where scanners look for those of images without dpkg.
set -eu
root=$1
shift
mkdir -p "$root/usr/lib" "$root/usr/lib64" "$root/etc" "$root/var/lib/dpkg/status.d"
ln -sfn usr/lib "$root/lib"
ln -sfn usr/lib64 "$root/lib64"
for package in "$@"; do
  dpkg -L "$package" | while read -r file; do
    case $file in
      # Links since /usr was merged.
      /lib | /lib64) continue ;;
      */gconv/* | /usr/share/locale/* | /usr/share/lintian/* | /usr/share/man/* | /usr/share/info/*) continue ;;
      /usr/lib* | /lib* | /etc/os-release | /usr/share/doc/*/copyright | /usr/share/common-licenses/*) ;;
      *) continue ;;
    esac
    target=$root/${file#/}
    case $file in
      /lib/*) target=$root/usr/lib/${file#/lib/} ;;
      /lib64/*) target=$root/usr/lib64/${file#/lib64/} ;;
    esac
    [ -d "$file" ] && [ ! -L "$file" ] && continue
    [ -e "$file" ] || [ -L "$file" ] || continue
    mkdir -p "$(dirname "$target")"
    cp -a "$file" "$target"
  done
  dpkg -s "$package" >"$root/var/lib/dpkg/status.d/$package"
done
